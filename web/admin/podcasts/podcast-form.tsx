import { type Ref, useId, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { Chapter, chapterProblem, formatChapters } from '#contracts/catalogue/chapter.ts'
import { Duration, PodcastFields } from '#contracts/catalogue/podcast.ts'
import { UploadedRecording } from '#contracts/common/upload.ts'
import { Price } from '#contracts/shop/money.ts'
import { read } from '#web/admin/kit/api.ts'
import { FileField } from '#web/admin/kit/form/file-field.tsx'
import { chosenFile, removableFile } from '#web/admin/kit/form/file-field-schema.ts'
import { ItemForm } from '#web/admin/kit/form/item-form.tsx'
import { askAboutPrice, PriceField } from '#web/admin/kit/form/price-field.tsx'
import { SlugField } from '#web/admin/kit/form/slug-field.tsx'
import { ToggleButtons } from '#web/admin/kit/form/toggle-buttons.tsx'
import { type FormProps, useItemForm } from '#web/admin/kit/form/use-item-form.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, TextAreaField, TextField } from '#web/ui/field.tsx'
import { type EditedPodcast, podcastResource } from './podcast-resource.tsx'
import { TranscriptField } from './transcript-field.tsx'

/**
 * Schema of the form. The API treats a missing price as free; the form requires a price, so that nothing is given away by mistake. A
 * duration is required only without a recording: an uploaded recording fills in its own.
 */
function schemaFor({ isNew, hasRecording }: { isNew: boolean; hasRecording: boolean }) {
  const [coverImage, audio] = [chosenFile('image'), chosenFile('audio')]
  return PodcastFields.extend({
    price: Price,
    duration: hasRecording ? PodcastFields.shape.duration : Duration,
    coverImage: isNew ? coverImage : coverImage.optional(),
    audio: isNew ? audio : audio.optional(),
    transcript: removableFile('transcript').optional(),
  }).superRefine(checkChapters)
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
    defaultValues: {
      title: item?.title ?? '',
      host: item?.host ?? '',
      price: item ? item.price.toFixed(2) : '',
      duration: item?.duration ?? '',
      categories: item?.categories ?? [],
      description: item?.description ?? '',
      chapters: formatChapters(item?.chapters ?? []),
      slug: item?.slug ?? '',
      coverImage: undefined,
      audio: undefined,
      transcript: undefined,
    },
    earlyUploadField: 'audio',
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
    <ItemForm state={state}>
      <TextField label="Title" required className="sm:col-span-2" {...field('title')} />
      <TextField label="Host" required className="sm:col-span-2" {...field('host')} />
      <PriceField {...field('price')} />
      <TextField
        label="Duration"
        required
        placeholder="45:30"
        autoComplete="off"
        hint="Filled in from the audio file when it is uploaded; minutes and seconds, such as 45:30."
        {...field('duration')}
      />
      <Controller
        control={form.control}
        name="categories"
        render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
          <CategoryToggles chosen={[value].flat()} onChange={onChange} firstRef={ref} error={error?.message} />
        )}
      />
      <TextAreaField label="Description" required rows={6} className="sm:col-span-2" {...field('description')} />
      <FileField
        {...file('coverImage')}
        label="Cover image"
        kind="image"
        stored={item && 'cover'}
        shape="aspect-square"
        picture={item?.cover}
        advice="Square."
      />
      <FileField {...file('audio')} label="Audio file" kind="audio" stored={item && 'file'} onChosen={takeRecording} />
      {convertedFrom && (
        <p role="status" className="-mt-2 text-base text-soft sm:col-span-2">
          The audio format is {convertedFrom}, which few browsers play. It is converted when you save, which may take a minute or two.
        </p>
      )}
      <TextAreaField
        label="Chapters"
        rows={5}
        className="sm:col-span-2"
        placeholder={'0:00 Welcome\n4:10 The second mile'}
        hint={
          item
            ? 'One per line: the time and a title. Leave it empty for none.'
            : 'One per line: the time and a title. If empty, the chapters in the audio file are used, if it has any.'
        }
        {...field('chapters')}
      />
      {item && <FileChapters id={item.id} onUse={takeFileChapters} />}
      <TranscriptField
        {...file('transcript')}
        stored={item?.hasTranscript ?? false}
        value={form.watch('transcript')}
        onChange={(value) => form.setValue('transcript', value, { shouldDirty: true, shouldValidate: true })}
      />
      <SlugField path="/podcasts" slug={item?.slug} {...field('slug')} />
    </ItemForm>
  )
}

function CategoryToggles({
  chosen,
  onChange,
  firstRef,
  error,
}: {
  chosen: string[]
  onChange: (categories: string[]) => void
  firstRef: Ref<HTMLButtonElement>
  error?: string | undefined
}) {
  const errorId = useId()
  // An episode may have a category outside the list, which stays until it is removed.
  const names = [...new Set([...CATEGORIES, ...chosen])]
  return (
    <fieldset data-invalid={error ? '' : undefined} className="scroll-mb-24 sm:col-span-2">
      <legend className="mb-1.5 font-semibold text-base">Categories</legend>
      <div className="flex flex-wrap gap-2">
        <ToggleButtons names={names} chosen={chosen} onChange={onChange} firstRef={firstRef} describedBy={error && errorId} />
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
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
