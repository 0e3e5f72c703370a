import { use as useContextValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { overlayOf } from '#contracts/site/picture-scene.ts'
import { type PictureUse, SitePicture } from '#contracts/site/site-picture.ts'
import { send } from '#web/admin/kit/api.ts'
import { describeFailure, errorsOf, isAborted } from '#web/admin/kit/failures.ts'
import { ChosenFile, FileDrop } from '#web/admin/kit/form/file-drop.tsx'
import { acceptedTypes, formatLimit, useFileLimit } from '#web/admin/kit/form/file-field-schema.ts'
import { Options } from '#web/admin/kit/form/options.tsx'
import { shrinkPhoto } from '#web/admin/kit/form/shrink-photo.ts'
import { UploadStatus } from '#web/admin/kit/upload/upload-status.tsx'
import { useUploadProgress } from '#web/admin/kit/upload/use-upload-progress.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { classNames } from '#web/lib/class-names.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'
import { TrackUpload } from './pending-uploads.ts'

const FOCUSES = { center: 'Middle', left: 'Left', right: 'Right', top: 'Top', bottom: 'Bottom' } satisfies Record<
  SitePicture['focus'],
  string
>

/** CSS classes with the shape in which the pages display a picture. */
const SHAPES: Record<PictureUse, string> = {
  hero: 'aspect-[16/9] w-28',
  logo: 'h-12 w-28 p-1',
  share: 'aspect-[1200/630] w-28',
  podcast: 'aspect-square w-20',
}

/**
 * Field for a picture of a section. A chosen picture is uploaded immediately, and belongs to the section once the draft is saved. Saving
 * waits for the upload.
 */
export function PictureField({
  use,
  isOnDark,
  label,
  group,
  hint,
  value,
  error,
  onChange,
}: {
  use: PictureUse
  /** Whether the pages display the picture on a dark background */
  isOnDark: boolean
  label: string
  /** Label of the group with the field, which tells apart the fields of several entries */
  group: string | undefined
  hint?: string
  value: SitePicture | undefined
  error?: string
  onChange: (value: SitePicture | undefined) => void
}) {
  const id = useId()
  const track = useContextValue(TrackUpload)
  const { progress, run, cancel } = useUploadProgress()
  const [refused, setRefused] = useState<string>()
  /** File that was chosen since the form was opened */
  const [chosen, setChosen] = useState<File>()
  const input = useRef<HTMLInputElement>(null)
  const imageBytes = useFileLimit('image')
  const busy = progress !== null
  // The latest `onChange` is used after an upload, since `onChange` replaces all fields and other fields may change during the upload.
  const latestChange = useRef(onChange)
  useLayoutEffect(() => {
    latestChange.current = onChange
  })
  useEffect(() => () => track(id, undefined), [track, id])
  const overlay = value && use === 'hero' ? overlayOf(value) : 0

  /** Uploads a picture. Resolves to whether the picture is in the form, or was canceled. */
  async function upload(file: File): Promise<boolean> {
    setRefused(undefined)
    try {
      const form = new FormData()
      form.append('use', use)
      const uploaded = await run(async (options) => {
        form.append('picture', await shrinkPhoto(file, imageBytes))
        return SitePicture.parse(await send('POST', '/site/pictures', form, options))
      })
      // The form is rendered at once, since the next upload to finish starts from its content.
      flushSync(() => latestChange.current(uploaded))
      track(id, undefined)
      return true
    } catch (failure) {
      if (isAborted(failure)) clear()
      else setRefused(errorsOf(failure)[0]?.message ?? describeFailure(failure))
      return isAborted(failure)
    }
  }

  /** Forgets the chosen file. */
  function clear() {
    setRefused(undefined)
    setChosen(undefined)
    track(id, undefined)
    if (input.current) input.current.value = ''
  }

  const message = refused ?? error
  return (
    <div className="grid gap-4">
      <Field label={label} hint={joinSentences(hint, `At most ${formatLimit(imageBytes)}.`)} {...(message && { error: message })}>
        {(control) => (
          <div className="grid gap-3">
            <FileDrop
              {...control}
              ref={input}
              accept={acceptedTypes('image')}
              disabled={busy}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (!file) return
                setChosen(file)
                track(id, { label: group === undefined ? label : `${group}, ${label.toLowerCase()}`, finished: upload(file) })
              }}
              picture={value && <Preview picture={value} use={use} isOnDark={isOnDark} overlay={overlay} />}
            >
              {chosen ? <ChosenFile file={chosen} isUploaded={!busy && !refused} /> : value && <StoredPicture picture={value} />}
            </FileDrop>
            {(value || refused) && !busy && (
              <Button
                variant="outline"
                size="small"
                className="justify-self-start"
                onClick={() => {
                  clear()
                  if (!refused) onChange(undefined)
                }}
              >
                Remove {refused ? 'the chosen file' : label.toLowerCase()}
              </Button>
            )}
            {progress && <UploadStatus progress={progress} saving={false} onCancel={cancel} />}
            {overlay > 0 && (
              <p className="text-base text-soft">
                This picture is bright. The pages darken it by {Math.round(100 * overlay)}%, so that the white text on it is readable.
              </p>
            )}
          </div>
        )}
      </Field>
      {value && use === 'hero' && (
        <SelectField
          label={`${label}: part that stays visible`}
          hint="When a screen displays only a part of the picture."
          value={value.focus}
          onChange={({ target }) => onChange({ ...value, focus: target.value as SitePicture['focus'] })}
        >
          <Options options={Object.entries(FOCUSES)} />
        </SelectField>
      )}
    </div>
  )
}

/** Describes a picture that was stored before the form was opened. */
function StoredPicture({ picture: { width, height } }: { picture: SitePicture }) {
  return (
    <>
      <span className="block font-semibold">
        {width} × {height} pixels
      </span>
      <span className="text-sm text-soft">Choose another picture, or drop it here</span>
    </>
  )
}

/** Small picture with the shape and the darkening of the pages. */
function Preview({
  picture: { sources, width, height, focus },
  use,
  isOnDark,
  overlay,
}: {
  picture: SitePicture
  use: PictureUse
  isOnDark: boolean
  overlay: number
}) {
  const webp = sources.filter(({ type }) => type === 'image/webp')
  const source = webp.find((each) => each.width >= 480) ?? webp.at(-1)
  return (
    <span className={classNames('relative block shrink-0 overflow-hidden', SHAPES[use], isOnDark ? 'bg-night' : 'bg-paper-2')}>
      <img
        src={browserApi.media(source?.path ?? '')}
        alt=""
        width={width}
        height={height}
        className={classNames('size-full', use === 'logo' ? 'object-contain' : 'object-cover')}
        style={{ objectPosition: focus }}
      />
      {overlay > 0 && <span className="absolute inset-0 bg-black" style={{ opacity: overlay }} />}
    </span>
  )
}
