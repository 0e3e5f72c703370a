import { z } from 'zod'
import { Price } from '#contracts/shop/money.ts'
import { Chapter } from './chapter.ts'
import { Contributor, ContributorsField } from './contributor.ts'
import { Edition, Sound } from './edition.ts'
import { Isbn } from './isbn.ts'
import {
  alternativeTextField,
  Categories,
  LanguageTag,
  languageField,
  optionalName,
  Picture,
  requiredName,
  requiredText,
  StartedFrom,
  subjectsField,
} from './item.ts'
import { type ItemForm, optional, Switch, textFields } from './item-form.ts'
import { itemStateShape, stateFields } from './item-state.ts'
import { MadeEpub } from './made-epub.ts'
import { slugField } from './slug.ts'

const SeriesNumber = z
  .string()
  .trim()
  .overwrite((text) => text.replace(',', '.'))
  .regex(/^\d{1,4}(\.\d{1,2})?$/, 'Enter a number, such as 2 or 1.5.')

const Year = z
  .string()
  .trim()
  .regex(/^(1[0-9]|20)\d\d$/, 'Enter a year, such as 2024.')

export const bookForm = {
  title: { label: 'Title', kind: 'text', schema: requiredText('a title', 500) },
  subtitle: { label: 'Second line', kind: 'text', hint: 'The subtitle, in smaller letters below the title.', schema: optionalName(500) },
  author: { label: 'Author', kind: 'author', half: true, schema: requiredName('an author', 200) },
  price: { label: 'Price', kind: 'price', half: true, schema: Price },
  categories: { label: 'Categories', kind: 'categories', schema: Categories },
  description: { label: 'Description', kind: 'long text', schema: requiredText('a description', 20_000) },
  subjects: subjectsField,
  language: languageField,
  coverImage: {
    label: 'Cover image',
    kind: 'image',
    shape: 'book',
    half: true,
    hint: 'Upright, 2:3.',
    stored: 'cover',
    missing: 'Choose a cover image.',
  },
  pdf: { label: 'PDF file', kind: 'pdf', half: true, stored: 'file', missing: 'Choose a PDF file.', alternative: 'epub' },
  epub: {
    label: 'EPUB file',
    kind: 'epub',
    half: true,
    hint: 'For e-readers, and text that fits every screen. It may stand in for the PDF.',
    stored: 'EPUB',
  },
  audio: {
    label: 'Audiobook',
    kind: 'audio',
    half: true,
    hint: 'The whole book, read aloud: one file, or a file for each chapter.',
    stored: 'audiobook',
  },
  offerEpub: {
    label: 'Offer an EPUB made from the PDF',
    kind: 'switch',
    hint: 'For e-readers. Buyers get it with the book, everyone if the book is free.',
    schema: Switch,
  },
  coverAlt: { ...alternativeTextField, isFurther: true },
  contributors: {
    label: 'Further persons',
    kind: 'contributors',
    hint: 'Everyone else who made the book: further authors, translators, narrators.',
    schema: ContributorsField.optional(),
    isFurther: true,
  },
  series: {
    label: 'Series',
    kind: 'text',
    half: true,
    hint: 'Its name, the same for each of its books.',
    schema: optionalName(200),
    isFurther: true,
  },
  seriesNumber: {
    label: 'Number in the series',
    kind: 'text',
    half: true,
    placeholder: '2',
    schema: optional(SeriesNumber),
    isFurther: true,
  },
  isbn: { label: 'ISBN', kind: 'text', half: true, placeholder: '978-0-306-40615-7', schema: optional(Isbn), isFurther: true },
  editionStatement: {
    label: 'Edition',
    kind: 'text',
    half: true,
    placeholder: 'Second, revised edition',
    schema: optionalName(200),
    isFurther: true,
  },
  publisher: { label: 'Publisher', kind: 'text', half: true, schema: optionalName(200), isFurther: true },
  publishedYear: { label: 'Year of publication', kind: 'text', half: true, placeholder: '2024', schema: optional(Year), isFurther: true },
  rights: {
    label: 'Rights',
    kind: 'text',
    placeholder: '© 2024 Rudo Moyo. All rights reserved.',
    schema: optionalName(500),
    isFurther: true,
  },
  slug: slugField('title'),
  ...stateFields,
} as const satisfies ItemForm

export const BookFields = textFields(bookForm)
export type BookFields = z.infer<typeof BookFields>

/** Option of a publish request, not a field of the book: whether a PDF that requires a password is accepted. */
export const LockedPdf = z.enum(['accept', 'refuse']).optional().meta({
  description:
    'With `refuse`, a PDF that opens only with a password is refused (409 `password_needed`), so that a form can ask first. Otherwise it is accepted',
})

export const BookChanges = BookFields.partial().extend({ updatedAt: StartedFrom })
export type BookChanges = z.infer<typeof BookChanges>

export const Book = z.object({
  id: z.string(),
  slug: z.string().meta({ description: 'Last segment of the book page’s URL' }),
  title: z.string(),
  subtitle: z.string().meta({ description: 'Empty when there is none' }),
  author: z.string(),
  language: LanguageTag,
  series: z.string().meta({ description: 'Name of the series; empty when the book belongs to none' }),
  seriesSlug: z.string().nullable().meta({ description: 'Last segment of the series page’s URL' }),
  seriesNumber: z.number().nullable().meta({ description: 'Number of the book in its series' }),
  description: z.string(),
  price: z.number().meta({ description: 'Price in dollars; a book with a price of zero or less is free' }),
  coverImageUrl: z.string().meta({ description: 'Cover: absolute URL, or a path relative to the media location' }),
  pdfUrl: z.string().meta({
    description:
      'Path of the file that is read, relative to the media location: the PDF, or the EPUB of a book without a PDF. The file of a priced book returns 403 without a grant',
  }),
  categories: z.array(z.string()),
  subjects: z.array(z.string()).meta({ description: 'Further words by which searches find the book' }),
  cover: Picture,
  coverAlt: z.string().meta({ description: 'Alternative text of the cover; empty when there is none' }),
  pageCount: z.int().nullable().meta({ description: 'Number of pages; null when the PDF requires a password' }),
  encrypted: z.boolean().meta({ description: 'Whether the file requires a password to open' }),
  previewUrl: z
    .string()
    .nullable()
    .meta({ description: 'Path of the preview of a priced book relative to the media location: its first pages, available to everyone' }),
  pdfBytes: z.int(),
  hasAudio: z.boolean().meta({ description: 'Whether the book has an audiobook' }),
  sold: z.boolean().meta({ description: 'Whether the book was ever sold. Lists begin with the best-selling books' }),
  ...itemStateShape,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Book = z.infer<typeof Book>

export const MAX_CONTENTS = 500

/** Details of a book that are entered, and that lists omit. */
const Imprint = z.object({
  contributors: z.array(Contributor).meta({ description: 'Persons who made the book, besides its author, in order' }),
  isbn: z.string().nullable().meta({ description: 'ISBN of 13 digits' }),
  publisher: z.string(),
  publishedYear: z.int().nullable(),
  editionStatement: z.string().meta({ description: 'Edition in words, such as Second, revised edition' }),
  rights: z.string().meta({ description: 'Copyright line' }),
})
export type Imprint = z.infer<typeof Imprint>

/** File of a book: the text, or an audiobook with its duration and chapters. */
export const BookEdition = Edition.extend({
  pageCount: Book.shape.pageCount.optional(),
  encrypted: Book.shape.encrypted.optional(),
  ...Sound.partial().shape,
  chapters: z.array(Chapter).optional().meta({ description: 'Chapters in the tags of the audiobook' }),
})
export type BookEdition = z.infer<typeof BookEdition>

/** Description of a book in the EPUB that is made from its PDF. */
export type EpubSubject = Imprint &
  Pick<Book, 'title' | 'subtitle' | 'author' | 'series' | 'seriesNumber'> & { language: string | null; coverKey: string | null }

/** A book as returned by its own URL, with fields that lists omit. */
export const BookDetails = Book.extend({
  ...Imprint.shape,
  offerEpub: z.boolean().meta({ description: 'Whether the EPUB that is made from the text of the PDF is offered' }),
  madeEpub: MadeEpub.nullable().meta({
    description: 'The EPUB that is made from the text of the PDF; null if it is not offered, and until it is made',
  }),
  editions: z.array(BookEdition).meta({
    description: 'Files of the book. The properties of the PDF, or of the EPUB of a book without a PDF, are also properties of the book',
  }),
  contents: z
    .array(
      z.object({
        title: z.string(),
        page: z.int().meta({ description: '1-based' }),
        label: z.string().meta({ description: 'Label of the page, such as iv' }),
        depth: z
          .int()
          .min(0)
          .max(1)
          .meta({ description: 'Level of the outline entry: 0 for a top-level entry, 1 for an entry below the previous top-level entry' }),
      }),
    )
    .max(MAX_CONTENTS)
    .meta({ description: 'Two upper levels of the PDF outline. Empty when the PDF has no outline or is not processed yet' }),
  opening: z.string().nullable().meta({
    description:
      'First words of the text after title page, imprint and table of contents, from the preview if the book is priced. Null when there is no reflowable text, or until the text is extracted',
  }),
  previewPages: z
    .int()
    .nullable()
    .meta({ description: 'Number of pages of the preview; null when there is no preview, or until it is processed' }),
  textBytes: z.int().nullable().meta({
    description:
      'Compressed size of the reflowable text in bytes, with the images in it; null when there is no reflowable text, or until the text is extracted',
  }),
  pagesBytes: z
    .int()
    .nullable()
    .meta({ description: 'Total size in bytes of the page images for phones; null until all pages are rendered' }),
})
export type BookDetails = z.infer<typeof BookDetails>
