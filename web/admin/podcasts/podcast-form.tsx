import { useRef, useState } from 'react'
import { z } from 'zod'
import { Chapter, chapterProblem, formatChapters, MAX_CHAPTERS } from '#contracts/catalogue/chapter.ts'
import { PodcastFields, podcastForm } from '#contracts/catalogue/podcast.ts'
import { UploadedRecording } from '#contracts/common/upload.ts'
import { formatDuration, parseDuration } from '#contracts/listening/duration.ts'
import { read, readUpload } from '#web/admin/kit/api.ts'
import { askAboutPrice } from '#web/admin/kit/form/ask-about-price.ts'
import { formSchema, startValues } from '#web/admin/kit/form/described-form.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import type { SaveQuestion } from '#web/admin/kit/form/save-question.ts'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { type EditedPodcast, podcastResource } from './podcast-resource.tsx'
import { TranscriptField } from './transcript-field.tsx'

/** Schema of the form. A duration is required only without a recording, since an uploaded recording provides its own duration. */
function schemaFor({ isNew, hasRecording }: { isNew: boolean; hasRecording: boolean }) {
  const schema = formSchema(podcastForm, { isNew })
  return (hasRecording ? schema.extend({ duration: PodcastFields.shape.duration }) : schema).superRefine(checkChapters)
}

function checkChapters({ chapters = '', duration }: { chapters?: string; duration?: string }, context: z.RefinementCtx) {
  const message = chapterProblem(chapters, duration)
  if (message) context.addIssue({ code: 'custom', message, path: ['chapters'] })
}

export function PodcastForm(props: FormProps<EditedPodcast>) {
  const { item } = props
  const time = useShopTime()
  const filledIn = useRef(item?.duration ?? '')
  const [hasRecording, setHasRecording] = useState(false)
  const [uploaded, setUploaded] = useState<UploadedRecording>()
  const seconds = hasRecording ? uploaded?.durationSeconds : item?.durationSeconds
  const state = useItemForm({
    resource: podcastResource,
    schema: schemaFor({ isNew: !item, hasRecording }),
    defaultValues: startValues(podcastForm, item && podcastResource.valuesOf(item), time),
    question: ({ price, duration }) => askAboutPrice(item?.price, price) ?? askAboutDuration(seconds, duration),
    onUploaded: lookAtRecording,
    ...props,
  })
  const { form, field, file } = state

  /** Uploads a newly selected recording. A duration filled in from the previous recording is cleared; a typed duration stays. */
  function takeRecording(recording: File) {
    setHasRecording(true)
    setUploaded(undefined)
    if (form.getValues('duration') === filledIn.current) form.setValue('duration', '', { shouldDirty: true })
    void state.earlyUploads.choose('audio', recording)
  }

  async function lookAtRecording(id: string, recording: File) {
    const found = await readUpload(UploadedRecording, `/uploads/${id}/recording`)
    if (!found || form.getValues('audio') !== recording) return
    setUploaded(found)
    if (form.getValues('duration')) return
    filledIn.current = found.duration
    form.setValue('duration', found.duration, { shouldDirty: true, shouldValidate: true })
  }

  function takeFileChapters(chapters: Chapter[]) {
    form.setValue('chapters', formatChapters(chapters), { shouldDirty: true, shouldValidate: true })
  }

  return (
    <ItemForm
      state={state}
      own={{
        duration: (
          <TextField
            label={podcastForm.duration.label}
            required
            autoComplete="off"
            placeholder={podcastForm.duration.placeholder}
            hint={seconds ? `The recording lasts ${formatDuration(seconds)}.` : podcastForm.duration.hint}
            {...field('duration')}
          />
        ),
        audio: (
          <>
            <FileField
              {...file('audio')}
              label={podcastForm.audio.label}
              kind="audio"
              stored={item && podcastForm.audio.stored}
              onChosen={takeRecording}
            />
            {uploaded && <FormatNotice recording={uploaded} />}
          </>
        ),
        chapters: (
          <>
            <TextAreaField
              label={podcastForm.chapters.label}
              rows={5}
              className="sm:col-span-2"
              placeholder={podcastForm.chapters.placeholder}
              hint={
                item
                  ? 'One per line: the time and a title. Leave it empty for none.'
                  : 'One per line: the time and a title. If empty, the chapters in the audio file are used, if it has any.'
              }
              {...field('chapters')}
            />
            {item && <FileChapters id={item.id} onUse={takeFileChapters} />}
          </>
        ),
        transcript: (
          <TranscriptField
            {...file('transcript')}
            stored={item?.hasTranscript ?? false}
            value={form.watch('transcript')}
            seconds={seconds || parseDuration(String(form.watch('duration') ?? ''))}
            onChange={(value) => form.setValue('transcript', value, { shouldDirty: true, shouldValidate: true })}
          />
        ),
      }}
    />
  )
}

/** Notice about the conversion of a recording that browsers or podcast apps can't play in its original format, and about lost chapters. */
function FormatNotice({ recording: { convertedFrom, inPodcastApps, chapters, chaptersLeftOut } }: { recording: UploadedRecording }) {
  const notices = [
    convertedFrom &&
      `The audio format is ${convertedFrom}, which few browsers play. It is converted when you save, which may take a minute or two.`,
    inPodcastApps === 'encoded' && 'Few podcast apps play this format. They get an AAC version, which is encoded after you save.',
    chaptersLeftOut > 0 &&
      `The file has ${pluralize(chapters + chaptersLeftOut, 'chapter')}, of which ${chaptersLeftOut.toLocaleString('en')} can’t be used: without a title, in the same second as another, after the end of the recording, or beyond the limit of ${MAX_CHAPTERS.toLocaleString('en')}.`,
    inPodcastApps === 'unsupported' && 'Few podcast apps play this format. For listeners with such an app, choose an MP3 or M4A file.',
  ].filter(Boolean)
  if (notices.length === 0) return null
  return (
    <p role="status" className="-mt-2 text-base text-soft sm:col-span-2">
      {notices.join(' ')}
    </p>
  )
}

/** Button that copies the chapters from the tags of an episode's recording; hidden if the recording has no chapters. */
function FileChapters({ id, onUse }: { id: string; onUse: (chapters: Chapter[]) => void }) {
  const path = `/podcasts/${encodeURIComponent(id)}/file-chapters`
  const { value } = useFetched(path, (signal) => read(z.array(Chapter), path, { signal }))
  if (typeof value === 'string' || value.length === 0) return null
  return (
    <Button variant="outline" size="small" className="justify-self-start sm:col-span-2" onClick={() => onUse(value)}>
      Use the chapters of the file ({value.length})
    </Button>
  )
}

/**
 * Tolerated difference of a typed duration, as a share of the recording's length. Durations are whole seconds, so a second is tolerated.
 */
const TOLERANCE = 0.02

/** Returns the question to ask before saving a duration that differs from the known length of the recording. */
function askAboutDuration(seconds: number | undefined, duration: string | undefined): SaveQuestion | undefined {
  if (!seconds || !duration || Math.abs(parseDuration(duration) - seconds) <= Math.max(1, seconds * TOLERANCE)) return undefined
  const own = formatDuration(seconds)
  return {
    title: `Save a duration of ${duration}?`,
    message: `The recording lasts ${own}.`,
    confirm: `Save ${own}`,
    fields: { duration: own },
    alternative: `Save ${duration}`,
  }
}
