import type { z } from 'zod'
import { BookFields } from '#contracts/catalogue/book.ts'
import { PodcastFields } from '#contracts/catalogue/podcast.ts'
import type { MediaKind } from '#server/media/upload/media-type.ts'
import type { FileRule } from '#server/media/upload/receive-file.ts'
import { CommandError } from '#server/platform/problems.ts'

export type Noun = 'books' | 'podcasts'

/** Format of a table of one kind of items. The columns are the fields of the add form; some of them name files. */
export type Sheet = {
  noun: Noun
  columns: readonly string[]
  /** Columns that may be left out, like the optional fields of the form */
  optional: readonly string[]
  fields: z.ZodType
  /** Column with the author or host */
  maker: 'author' | 'host'
  /** File that is read or heard: its column, its kind, and the property of an item with its key */
  content: { column: 'pdf' | 'audio'; kind: MediaKind; key: 'pdfUrl' | 'audioUrl' }
}

export const COVER = 'coverImage'
export const TRANSCRIPT = 'transcript'

export const SHEETS: Record<Noun, Sheet> = {
  books: {
    noun: 'books',
    columns: ['title', 'author', 'price', 'categories', 'description', 'slug', COVER, 'pdf'],
    optional: ['slug'],
    fields: BookFields,
    maker: 'author',
    content: { column: 'pdf', kind: 'pdf', key: 'pdfUrl' },
  },
  podcasts: {
    noun: 'podcasts',
    columns: ['title', 'host', 'price', 'duration', 'categories', 'description', 'chapters', 'slug', COVER, 'audio', TRANSCRIPT],
    optional: ['price', 'duration', 'chapters', 'slug', TRANSCRIPT],
    fields: PodcastFields,
    maker: 'host',
    content: { column: 'audio', kind: 'audio', key: 'audioUrl' },
  },
}

/** Recognizes the kind of a table by its columns, in any order and case. Refuses a table that fits neither kind. */
export function recognizeSheet(header: string[]): { sheet: Sheet; columns: string[] } {
  const lower = header.map((name) => name.trim().toLowerCase())
  const sheet = lower.includes('host') || lower.includes('audio') ? SHEETS.podcasts : SHEETS.books
  const columns = lower.map((name) => sheet.columns.find((column) => column.toLowerCase() === name) ?? name)
  const missing = sheet.columns.filter((column) => !columns.includes(column) && !sheet.optional.includes(column))
  const unknown = columns.filter((column) => column !== '' && !sheet.columns.includes(column))
  const repeated = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index)
  const problems = [
    ...(missing.length > 0 ? [`The column ${missing.join(', ')} is missing.`] : []),
    ...(unknown.length > 0 ? [`The column ${unknown.join(', ')} is unknown. Remove it.`] : []),
    ...(repeated.length > 0 ? [`The column ${repeated.join(', ')} appears twice.`] : []),
  ]
  if (problems.length > 0)
    throw new CommandError(`${problems.join(' ')} A table of ${sheet.noun} has the columns ${sheet.columns.join(', ')}.`)
  return { sheet, columns }
}

/** Size limits for files in bytes, and for pictures in pixels. */
export type Limits = { imageBytes: number; imagePixels: number; pdfBytes: number; audioBytes: number; transcriptBytes: number }

/** Returns the files of a row: the column that names each, and the rule for it. */
export function filesOf({ content }: Sheet, fields: Record<string, string>, limits: Limits): (FileRule & { field: string })[] {
  return [
    { field: COVER, kind: 'image', limitBytes: limits.imageBytes },
    { field: content.column, kind: content.kind, limitBytes: content.column === 'pdf' ? limits.pdfBytes : limits.audioBytes },
    ...(fields[TRANSCRIPT] ? [{ field: TRANSCRIPT, kind: 'transcript' as const, limitBytes: limits.transcriptBytes }] : []),
  ]
}

/** Returns the text fields: all columns except the names of files. */
export function textsOf({ columns, content }: Sheet, fields: Record<string, string>): Record<string, string> {
  const texts = columns.filter((column) => ![COVER, TRANSCRIPT, content.column].includes(column))
  return Object.fromEntries(texts.flatMap((column) => (fields[column] === undefined ? [] : [[column, fields[column]]])))
}
