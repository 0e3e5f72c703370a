import { useRef, useState } from 'react'
import { z } from 'zod'
import { Chapter, chapterProblem, formatChapters } from '#contracts/catalogue/chapter.ts'
import { PodcastFields, podcastForm } from '#contracts/catalogue/podcast.ts'
import { UploadedRecording } from '#contracts/common/upload.ts'
import { read } from '#web/admin/kit/api.ts'
import { askAboutPrice } from '#web/admin/kit/form/ask-about-price.ts'
import { formSchema, startValues } from '#web/admin/kit/form/described-form.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { type EditedPodcast, podcastResource } from './podcast-resource.tsx'
import { TranscriptField } from './transcript-field.tsx'

/** Schema of the form. A duration is required only without a recording: an uploaded recording fills in its own. */
function schemaFor({ isNew, hasRecording }: { isNew: boolean; hasRecording: boolean }) {
  const schema = formSchema(podcastForm, { isNew })
  return (hasRecording ? schema.extend({ duration: PodcastFields.shape.duration }) : schema).superRefine(checkChapters)
}

function checkChapters(
  { chapters = '', duration }: { chapters?: string | undefined; duration?: string | undefined },
  context: z.RefinementCtx,
) {
  const message = chapterProblem(chapters, duration)
  if (message) context.addIssue({ code: 'custom', message, path: ['chapters'] })
}

export function PodcastForm(props: FormProps<EditedPodcast>) {
  const { item } = props
  const filledIn = useRef(item?.duration ?? '')
  const [hasRecording, setHasRecording] = useState(false)
  const [convertedFrom, setConvertedFrom] = useState<string | null>(null)
  const state = useItemForm({
    resource: podcastResource,
    schema: schemaFor({ isNew: !item, hasRecording }),
    defaultValues: startValues(podcastForm, item && podcastResource.valuesOf(item)),
    question: ({ price }) => askAboutPrice(item?.price, price),
    onUploaded: lookAtRecording,
    ...props,
  })
  const { form, field, file } = state

  /** Uploads a recording. Values filled in from the previous recording are cleared; typed values stay. */
  function takeRecording(recording: File) {
    setHasRecording(true)
    setConvertedFrom(null)
    if (form.getValues('duration') === filledIn.current) form.setValue('duration', '', { shouldDirty: true })
    void state.uploadEarly(recording)
  }

  async function lookAtRecording(id: string, recording: File) {
    const found = await readUploadedRecording(id)
    if (!found || form.getValues('audio') !== recording) return
    setConvertedFrom(found.convertedFrom)
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
        audio: (
          <>
            <FileField
              {...file('audio')}
              label={podcastForm.audio.label}
              kind="audio"
              stored={item && podcastForm.audio.stored}
              onChosen={takeRecording}
            />
            {convertedFrom && (
              <p role="status" className="-mt-2 text-base text-soft sm:col-span-2">
                The audio format is {convertedFrom}, which few browsers play. It is converted when you save, which may take a minute or two.
              </p>
            )}
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
            onChange={(value) => form.setValue('transcript', value, { shouldDirty: true, shouldValidate: true })}
          />
        ),
      }}
    />
  )
}

/** Button that takes over the chapters in the tags of an episode's recording; hidden if the recording has none. */
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
 * Returns the server's findings about an uploaded recording; undefined when they can't be fetched. @throws ApiError for a recording that
 * can't be published
 */
async function readUploadedRecording(id: string): Promise<UploadedRecording | undefined> {
  try {
    return await read(UploadedRecording, `/uploads/${id}/recording`)
  } catch (error) {
    if (error instanceof ApiError && error.problem.errors?.length) throw error
    return undefined
  }
}
