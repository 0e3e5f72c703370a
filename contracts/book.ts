import { z } from 'zod'
import { parseCategories } from './categories.ts'
import { Price } from './money.ts'
import { Picture } from './picture.ts'
import { StartedFrom } from './started-from.ts'

/** A line of text that a form asks for: trimmed, never empty. */
export function requiredText(label: string, max: number) {
  return (
    z
      .string({ error: `Enter ${label}.` })
      .trim()
      // Forms send every line break as two characters.
      .overwrite((text) => text.replaceAll('\r\n', '\n'))
      .min(1, `Enter ${label}.`)
      .max(max, `Enter at most ${max} characters.`)
      // PostgreSQL's text can't hold NUL, and it is never meant.
      .refine((text) => !text.includes('\0'), 'Remove the control character.')
  )
}

/** Comma-separated text or a repeated field. */
export const Categories = z
  .union([z.string(), z.array(z.string())], { error: 'Enter at least one category.' })
  .transform((value) => parseCategories([value].flat().join(',')))
  .pipe(
    z
      .array(z.string().max(100, 'Enter at most 100 characters for a category.'))
      .min(1, 'Enter at least one category.')
      .max(20, 'Enter at most 20 categories.')
      .refine((names) => !names.some((name) => name.toLowerCase() === 'all'), 'All is only a filter; name the categories themselves.')
      .refine((names) => !names.some((name) => name.includes('\0')), 'Remove the control character.'),
  )

/** The text fields of the add-book form; its files are `coverImage` and `pdf`. */
export const BookFields = z.object({
  title: requiredText('a title', 500),
  author: requiredText('an author', 200),
  price: Price,
  categories: Categories,
  description: requiredText('a description', 20_000),
})
export type BookFields = z.infer<typeof BookFields>

export const BookChanges = BookFields.partial().extend({ updatedAt: StartedFrom })
export type BookChanges = z.infer<typeof BookChanges>

export const Book = z.object({
  id: z.string(),
  title: z.string(),
  author: z.string(),
  description: z.string(),
  price: z.number().meta({ description: 'Dollars; zero or less is free' }),
  coverImageUrl: z.string().meta({ description: 'Relative to the media location unless it begins with http' }),
  pdfUrl: z.string().meta({ description: 'Relative to the media location. A priced book’s file answers 403 without a grant' }),
  categories: z.array(z.string()),
  cover: Picture,
  pageCount: z.int().nullable().meta({ description: 'null when the file opens only with a password' }),
  encrypted: z.boolean().meta({ description: 'The file asks for a password' }),
  previewUrl: z.string().nullable().meta({ description: 'The first pages of a priced book, open to everyone' }),
  pdfBytes: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Book = z.infer<typeof Book>
