import { Controller } from 'react-hook-form'
import { formatDuration } from '#contracts/duration.ts'
import { Price } from '#contracts/money.ts'
import { Duration, type Podcast, PodcastFields } from '#contracts/podcast.ts'
import { FileField } from '#web/features/admin/kit/form/file-field.tsx'
import { chosenFile } from '#web/features/admin/kit/form/file-field-schema.ts'
import { ItemForm } from '#web/features/admin/kit/form/item-form.tsx'
import { type FormProps, useItemForm } from '#web/features/admin/kit/form/use-item-form.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { CategoryToggles } from './category-toggles.tsx'
import { podcastResource } from './podcast-resource.tsx'
import { readDuration } from './read-duration.ts'

/** The API takes a missing price as free; the form requires one, so that nothing is given away by mistake. */
const NewPodcast = PodcastFields.extend({
  price: Price,
  duration: Duration,
  coverImage: chosenFile('image'),
  audio: chosenFile('audio'),
})
const ChangedPodcast = NewPodcast.extend({ coverImage: chosenFile('image').optional(), audio: chosenFile('audio').optional() })

/** Adds an episode, or edits the one that is given. */
export function PodcastForm(props: FormProps<Podcast>) {
  const { item } = props
  const state = useItemForm({
    resource: podcastResource,
    schema: item ? ChangedPodcast : NewPodcast,
    defaultValues: {
      title: item?.title ?? '',
      host: item?.host ?? '',
      price: item ? item.price.toFixed(2) : '',
      duration: item?.duration ?? '',
      categories: item?.categories ?? [],
      description: item?.description ?? '',
      coverImage: undefined,
      audio: undefined,
    },
    earlyUploadField: 'audio',
    ...props,
  })
  const { field } = state
  const { control, setValue } = state.form

  function takeRecording(file: File) {
    void state.uploadEarly(file)
    void fillDuration(file)
  }

  async function fillDuration(file: File) {
    const seconds = await readDuration(file)
    if (seconds) setValue('duration', formatDuration(seconds), { shouldDirty: true, shouldValidate: true })
  }

  return (
    <ItemForm state={state}>
      <TextField label="Title" required className="sm:col-span-2" {...field('title')} />
      <TextField label="Host" required className="sm:col-span-2" {...field('host')} />
      <TextField
        label="Price"
        type="number"
        step="0.01"
        inputMode="decimal"
        required
        hint="In US dollars; 0 makes it free."
        {...field('price')}
      />
      <TextField
        label="Duration"
        required
        placeholder="45:30"
        autoComplete="off"
        hint="Filled in from the audio file; minutes and seconds, such as 45:30."
        {...field('duration')}
      />
      <Controller
        control={control}
        name="categories"
        render={({ field: { value, onChange, ref }, fieldState: { error } }) => (
          <CategoryToggles chosen={[value].flat()} onChange={onChange} firstRef={ref} error={error?.message} />
        )}
      />
      <TextAreaField label="Description" required rows={6} className="sm:col-span-2" {...field('description')} />
      <FileField
        control={control}
        name="coverImage"
        label="Cover image"
        kind="image"
        stored={item && 'cover'}
        preview={{ shape: 'aspect-square', current: item && <Picture picture={item.cover} alt="" sizes="64px" fallback={null} /> }}
        advice="Square."
      />
      <FileField
        control={control}
        name="audio"
        label="Audio file"
        kind="audio"
        stored={item && 'file'}
        onChosen={takeRecording}
        uploaded={state.earlyUpload.uploaded}
      />
    </ItemForm>
  )
}
