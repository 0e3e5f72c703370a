import { z } from 'zod'
import { Categories, Picture, requiredText, StartedFrom } from './item.ts'
import { Price } from './money.ts'
import { SlugField } from './slug.ts'

/** The text fields of the add-book form; its files are `coverImage` and `pdf`. */
export const BookFields = z.object({
  title: requiredText('a title', 500),
  author: requiredText('an author', 200),
  price: Price,
  categories: Categories,
  description: requiredText('a description', 20_000),
  slug: SlugField,
})
export type BookFields = z.infer<typeof BookFields>

/** Sent with the fields; it is not part of the book. */
export const LockedPdf = z.enum(['accept', 'refuse']).optional().meta({
  description:
    'With `refuse`, a PDF that opens only with a password is refused (409 `password_needed`), so that a form can ask first. Otherwise it is accepted',
})

export const BookChanges = BookFields.partial().extend({ updatedAt: StartedFrom })
export type BookChanges = z.infer<typeof BookChanges>

export const Book = z.object({
  id: z.string(),
  slug: z.string().meta({ description: 'The end of its URL on the site' }),
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

export const MAX_CONTENTS = 500

/** A book that was asked for by itself. */
export const BookDetails = Book.extend({
  contents: z
    .array(
      z.object({
        title: z.string(),
        page: z.int().meta({ description: 'Counts from 1' }),
        label: z.string().meta({ description: 'What the book calls that page, such as iv' }),
        depth: z.int().min(0).max(1).meta({ description: '1 belongs to the entry before it with 0' }),
      }),
    )
    .max(MAX_CONTENTS)
    .meta({ description: 'From the file’s own outline, its two upper levels. Empty without one, and until the file was read' }),
  previewPages: z.int().nullable().meta({ description: 'How many pages the preview has; null without one, and until it was read' }),
  textBytes: z.int().nullable().meta({ description: 'What its flowing text takes, compressed; null until it is made, or without one' }),
  pagesBytes: z.int().nullable().meta({ description: 'What all pages take as pictures for a phone; null until all are made' }),
})
export type BookDetails = z.infer<typeof BookDetails>
