import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { FILE_FORMATS, type FileFormat } from '#contracts/common/file-formats.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { Field } from '#web/ui/field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ChosenFile, FileDrop } from './file-drop.tsx'
import { acceptedTypes, formatLimit, useFileLimit } from './file-field-schema.ts'
import { FileVersions, type Versions } from './file-versions.tsx'
import { shrinkPhoto } from './shrink-photo.ts'

/** File input that also accepts dropped files. The image preview has the aspect ratio to which the site crops the image. */
export function FileField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  kind,
  stored,
  shape,
  picture,
  advice,
  optional = false,
  uploaded,
  versions,
  onChosen,
  onSeveral,
  className,
}: {
  control: Control<Input, unknown, Output>
  name: Path<Input>
  label: string
  kind: FileFormat
  /** Name of the stored file, as in “Leave it empty to keep the cover”. Without a stored file, a file is required */
  stored?: string
  /** Tailwind class with the aspect ratio of the image, such as `aspect-2/3` */
  shape?: string
  /** Image that is stored for the field, for the preview */
  picture?: ComponentProps<typeof Picture>['picture']
  advice?: string
  /** Whether the field may stay empty */
  optional?: boolean
  /** Selected file whose upload has already completed */
  uploaded?: File
  versions?: Versions
  onChosen?: (file: File) => void
  /** Receives files that are selected together. If undefined, only one file can be selected */
  onSeveral?: ((files: File[]) => void) | undefined
  className?: string
}) {
  const { field, fieldState } = useController({ control, name })
  const { value, onChange, onBlur, ref } = field
  const file = (value || undefined) as File | undefined
  const error = fieldState.error?.message
  const required = stored === undefined && !optional
  const { names } = FILE_FORMATS[kind]
  const maxBytes = useFileLimit(kind)
  const most = formatLimit(maxBytes)
  const latest = useRef<File>(null)
  const [preparing, setPreparing] = useState(false)
  const format = names ? `${names}, at most ${most}.` : `At most ${most}.`
  const hint = joinSentences(stored === undefined ? advice : `Leave it empty to keep the ${stored}.`, format)

  async function choose(given: File) {
    latest.current = given
    let chosen = given
    if (kind === 'image') {
      setPreparing(true)
      chosen = await shrinkPhoto(given, maxBytes)
      // Another file may have been selected during the asynchronous check.
      if (latest.current !== given) return
      setPreparing(false)
    }
    onChange(chosen)
    onChosen?.(chosen)
  }

  return (
    <div className={className}>
      <Field label={label} hint={hint} error={error} required={required}>
        {(control) => (
          <FileDrop
            accept={acceptedTypes(kind)}
            name={name}
            ref={ref}
            onBlur={onBlur}
            {...control}
            multiple={onSeveral !== undefined}
            onChange={(event) => {
              // Canceling the file dialog keeps the previously selected file.
              const [first, ...others] = event.target.files ?? []
              if (first && others.length > 0 && onSeveral) onSeveral([first, ...others])
              else if (first) void choose(first)
            }}
            picture={
              shape && (
                <span className={`block w-16 shrink-0 overflow-hidden bg-paper-2 ${shape}`}>
                  {file ? <ChosenPicture file={file} /> : picture && <Picture picture={picture} alt="" sizes="64px" fallback={null} />}
                </span>
              )
            }
          >
            {preparing ? (
              <span role="status" className="text-soft">
                Preparing the picture
              </span>
            ) : (
              file && <ChosenFile file={file} isUploaded={file === uploaded} />
            )}
          </FileDrop>
        )}
      </Field>
      {versions && <FileVersions {...versions} />}
    </div>
  )
}

function ChosenPicture({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  // Images that are damaged, or that the browser can't decode, have no preview.
  return url && <img src={url} alt="" onError={() => setUrl(undefined)} className="size-full object-cover" />
}
