import type { z } from 'zod'
import { BookFields } from '#contracts/book.ts'
import { PodcastFields } from '#contracts/podcast.ts'
import type { MediaKind } from '#server/platform/media/intake/media-type.ts'
import type { FileRule } from '#server/platform/media/intake/receive-file.ts'
import { CommandError } from '#server/platform/problems.ts'

export type Noun = 'books' | 'podcasts'

/** What a table of one kind of items looks like. Its columns are the fields of the add form; some of them name files. */
export type Sheet = {
  noun: Noun
  columns: readonly string[]
  /** They may be left out, as the form's may be left empty */
  optional: readonly string[]
  fields: z.ZodType
  /** The column that says who made it */
  maker: 'author' | 'host'
  /** What is read or heard: its column, its kind, and where an item carries its key */
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

/** Finds out what a table holds by its columns; their order and their capitals don't matter. Refuses one that fits neither. */
export function recognizeSheet(header: string[]): { sheet: Sheet; columns: string[] } {
  const lower = header.map((name) => name.trim().toLowerCase())
  const sheet = lower.includes('host') || lower.includes('audio') ? SHEETS.podcasts : SHEETS.books
  const columns = lower.map((name) => sheet.columns.find((column) => column.toLowerCase() === name) ?? name)
  const missing = sheet.columns.filter((column) => !columns.includes(column) && !sheet.optional.includes(column))
  const unknown = columns.filter((column) => column !== '' && !sheet.columns.includes(column))
  const repeated = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index)
  const problems = [
    ...(missing.length > 0 ? [`The column ${missing.join(', ')} is missing.`] : []),
    ...(unknown.length > 0 ? [`There is no column ${unknown.join(', ')} in a table of ${sheet.noun}; take it out.`] : []),
    ...(repeated.length > 0 ? [`The column ${repeated.join(', ')} is there twice.`] : []),
  ]
  if (problems.length > 0)
    throw new CommandError(`${problems.join(' ')} A table of ${sheet.noun} has the columns ${sheet.columns.join(', ')}.`)
  return { sheet, columns }
}

/** The largest files that are taken, in bytes, and the largest picture in pixels. */
export type Limits = { imageBytes: number; imagePixels: number; pdfBytes: number; audioBytes: number; transcriptBytes: number }

/** The files of a row: which column names each, and what it may be. */
export function filesOf({ content }: Sheet, fields: Record<string, string>, limits: Limits): (FileRule & { field: string })[] {
  return [
    { field: COVER, kind: 'image', limitBytes: limits.imageBytes },
    { field: content.column, kind: content.kind, limitBytes: content.column === 'pdf' ? limits.pdfBytes : limits.audioBytes },
    ...(fields[TRANSCRIPT] ? [{ field: TRANSCRIPT, kind: 'transcript' as const, limitBytes: limits.transcriptBytes }] : []),
  ]
}

/** The fields that are text: all but the names of the files. */
export function textsOf({ columns, content }: Sheet, fields: Record<string, string>): Record<string, string> {
  const texts = columns.filter((column) => ![COVER, TRANSCRIPT, content.column].includes(column))
  return Object.fromEntries(texts.flatMap((column) => (fields[column] === undefined ? [] : [[column, fields[column]]])))
}
