import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'
import { parseCategories, splitList } from './categories.ts'
import { optional } from './item-form.ts'
import { Language } from './language.ts'

/** Returns the schema of a required text field: trimmed, never empty. */
export function requiredText(label: string, max: number) {
  return (
    z
      .string({ error: `Enter ${label}.` })
      .trim()
      // Line breaks in form data are always CRLF.
      .overwrite((text) => text.replaceAll('\r\n', '\n'))
      .min(1, `Enter ${label}.`)
      .max(max, `Enter at most ${max} characters.`)
      // NUL characters are rejected, since PostgreSQL's text type can't contain them and nobody types them on purpose.
      .refine((text) => !text.includes('\0'), 'Remove the invisible character.')
  )
}

/** Returns the schema of a name: a required text of one line. Repeated spaces, which browsers collapse, are stored as one space. */
export function requiredName(label: string, max: number) {
  return requiredText(label, max).overwrite((name) => name.replace(/\s+/g, ' '))
}

/** Returns the schema of an optional text of one line, which is empty when there is none. */
export function optionalName(max: number) {
  return plainText(max)
    .overwrite((text) => text.replace(/\s+/g, ' '))
    .optional()
}

/** Returns the schema of a list of short texts without NUL characters. */
function shortTexts({ noun, nouns, length, count }: { noun: string; nouns: string; length: number; count: number }) {
  return z
    .array(z.string().max(length, `Enter at most ${length} characters for a ${noun}.`))
    .max(count, `Enter at most ${count} ${nouns}.`)
    .refine((names) => !names.some((name) => name.includes('\0')), 'Remove the invisible character.')
}

/** Categories in a request: comma-separated text or a repeated field. */
export const Categories = z
  .union([z.string(), z.array(z.string())], { error: 'Enter at least one category.' })
  .transform((value) => parseCategories([value].flat().join(',')))
  .pipe(
    shortTexts({ noun: 'category', nouns: 'categories', length: 100, count: 20 })
      .min(1, 'Enter at least one category.')
      .refine((names) => !names.some((name) => name.toLowerCase() === 'all'), 'All is only a filter. Enter the categories themselves.'),
  )

/** Subject words in a request, by which searches find an item: comma-separated text or a repeated field. */
export const Subjects = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => splitList([value].flat().join(',')))
  .pipe(shortTexts({ noun: 'subject', nouns: 'subjects', length: 100, count: 40 }))

/** Field of the subject words in the forms of items */
export const subjectsField = {
  label: 'Subjects',
  kind: 'text',
  hint: 'Words that readers search for and the texts above don’t contain, separated by commas: marriage, money, grief.',
  schema: Subjects.optional(),
} as const

/** Field of the language in the forms of items */
export const languageField = {
  label: 'Language',
  kind: 'language',
  hint: 'Screen readers, reading aloud and catalogues of libraries need it.',
  schema: optional(Language),
} as const

/** Field of the alternative text of an item's image */
export const alternativeTextField = {
  label: 'Picture in words',
  kind: 'text',
  hint: 'Read aloud to people who can’t see the picture: “A woman plants maize at dawn”. Without the name, which is read anyway.',
  schema: optionalName(300),
} as const

export const LanguageTag = z
  .string()
  .nullable()
  .meta({ description: 'Language of the item (BCP 47), such as sn for Shona; null when it is unknown' })

/** Widths of cover and portrait images, in device pixels. */
export const PICTURE_WIDTHS = [160, 320, 480, 720, 1080] as const

/** Image in several widths and two formats. Paths are relative to the media location unless they begin with http. */
export const Picture = z.object({
  width: z.int().meta({ description: 'Width of the original image in pixels, after rotation' }),
  height: z.int(),
  placeholder: z.string().meta({ description: 'Tiny blurred placeholder as a data URL' }),
  sources: z.array(z.object({ type: z.enum(['image/avif', 'image/webp']), width: z.int(), path: z.string() })),
})
export type Picture = z.infer<typeof Picture>

/** Fields of a single item that lists omit. */
export const ItemDetails = z.object({
  coverJpeg: z.string().nullable().meta({
    description:
      'JPEG of the cover, for clients without support for WebP; null when there is none. Absolute URL, or a path relative to the media location',
  }),
  sharePicture: z.string().nullable().meta({
    description: 'Share image: JPEG of 1200 × 630; null until it is rendered. Absolute URL, or a path relative to the media location',
  }),
})
export type ItemDetails = z.infer<typeof ItemDetails>

/** `updatedAt` of the item when the editor was opened. The change is refused if the item has changed since. */
export const StartedFrom = z.iso
  .datetime({ error: 'Send the updatedAt of the version that the change is based on.' })
  .optional()
  .meta({ description: 'The updatedAt of the version that the change is based on; 409 when the item is newer' })
