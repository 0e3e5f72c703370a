import { z } from 'zod'
import { CatalogueQuery } from '#contracts/common/list.ts'
import { tidyDuration } from '#contracts/listening/duration.ts'
import { Price } from '#contracts/shop/money.ts'
import { CATEGORIES, PERSONAL_DEVELOPMENT } from './categories.ts'
import { Chapter, ChaptersField } from './chapter.ts'
import { Edition, Sound } from './edition.ts'
import {
  alternativeTextField,
  Categories,
  LanguageTag,
  languageField,
  Picture,
  requiredName,
  requiredText,
  StartedFrom,
  subjectsField,
} from './item.ts'
import { type ItemForm, optional, textFields } from './item-form.ts'
import { itemStateShape, stateFields } from './item-state.ts'
import { slugField } from './slug.ts'

/** Valid categories of an episode: the six categories of the shop, and the short name for personal development. */
const EPISODE_CATEGORIES: readonly string[] = [...CATEGORIES, PERSONAL_DEVELOPMENT]

const Duration = z
  .string({ error: 'Enter a duration, such as 45:30.' })
  .trim()
  .overwrite(tidyDuration)
  .regex(
    /^(\d{1,2}:[0-5]\d:[0-5]\d|\d{1,3}:[0-5]\d)$/,
    'Enter a duration as minutes and seconds, such as 45:30, or with hours, such as 1:02:30.',
  )

export const podcastForm = {
  title: { label: 'Title', kind: 'text', schema: requiredText('a title', 500) },
  host: { label: 'Host', kind: 'text', schema: requiredName('a host', 200) },
  price: { label: 'Price', kind: 'price', half: true, schema: Price },
  duration: {
    label: 'Duration',
    kind: 'duration',
    half: true,
    placeholder: '45:30',
    hint: 'Filled in from the audio file when it is uploaded; minutes and seconds, such as 45:30.',
    schema: Duration,
  },
  categories: {
    label: 'Categories',
    kind: 'known categories',
    schema: Categories.refine((names) => names.every((name) => EPISODE_CATEGORIES.includes(name)), `Choose from ${CATEGORIES.join(', ')}.`),
  },
  description: { label: 'Description', kind: 'long text', schema: requiredText('a description', 20_000) },
  subjects: subjectsField,
  language: languageField,
  coverImage: {
    label: 'Cover image',
    kind: 'image',
    shape: 'square',
    half: true,
    hint: 'Square.',
    stored: 'cover',
    missing: 'Choose a cover image.',
  },
  audio: { label: 'Audio file', kind: 'audio', half: true, stored: 'file', missing: 'Choose an audio file.' },
  chapters: {
    label: 'Chapters',
    kind: 'chapters',
    placeholder: '0:00 Welcome\n4:10 The second mile',
    schema: ChaptersField.optional(),
  },
  transcript: { label: 'Transcript', kind: 'transcript', stored: 'transcript', hint: 'WebVTT or SubRip; optional.' },
  coverAlt: { ...alternativeTextField, isFurther: true },
  slug: slugField('title'),
  ...stateFields,
} as const satisfies ItemForm

/**
 * Fields of a new episode. The form requires a price, so that nothing is given away by mistake; in other requests, a missing price means
 * free. A missing duration and missing chapters are read from the recording.
 */
export const PodcastFields = textFields(podcastForm).extend({
  price: z.preprocess((value) => (value === undefined || value === '' ? 0 : value), Price),
  duration: optional(Duration),
})
export type PodcastFields = z.infer<typeof PodcastFields>

export const PodcastChanges = PodcastFields.extend({ price: Price }).partial().extend({ updatedAt: StartedFrom })
export type PodcastChanges = z.infer<typeof PodcastChanges>

export const Podcast = z.object({
  id: z.string(),
  slug: z.string().meta({ description: 'Last segment of the episode page’s URL' }),
  title: z.string(),
  host: z.string(),
  language: LanguageTag,
  description: z.string(),
  duration: z.string().meta({ description: 'Duration as m:ss, mm:ss or h:mm:ss' }),
  durationSeconds: Sound.shape.durationSeconds,
  price: z.number().meta({ description: 'Price in dollars; an episode with a price of zero or less is free' }),
  coverImage: z.string().meta({ description: 'Cover: absolute URL, or a path relative to the media location' }),
  audioUrl: z.string().meta({
    description: 'Path of the recording relative to the media location. The recording of a priced episode returns 403 without a grant',
  }),
  categories: z.array(z.string()),
  subjects: z.array(z.string()).meta({ description: 'Further words by which searches find the episode' }),
  cover: Picture,
  coverAlt: z.string().meta({ description: 'Alternative text of the cover; empty when there is none' }),
  audioType: z.string(),
  audioBytes: z.int(),
  lightSound: Sound.shape.lowBitrate,
  hasChapters: z.boolean(),
  hasTranscript: z.boolean(),
  ...itemStateShape,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Podcast = z.infer<typeof Podcast>

/** Episode in the response for a single episode, with fields that lists omit. */
export const PodcastDetails = Podcast.extend({
  chapters: z.array(Chapter),
  editions: z
    .array(Edition.extend(Sound.shape))
    .meta({ description: 'Files of the episode. The recording’s properties are also properties of the episode' }),
})
export type PodcastDetails = z.infer<typeof PodcastDetails>

export const NextPodcastQuery = CatalogueQuery.pick({ category: true })

/** Next episode to play; null after the newest episode. */
export const NextPodcast = z.object({ next: Podcast.nullable() })
export type NextPodcast = z.infer<typeof NextPodcast>
