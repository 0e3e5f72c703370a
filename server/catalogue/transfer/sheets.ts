import type { z } from 'zod'
import { BookFields, bookForm } from '#contracts/catalogue/book.ts'
import { fileFields, type ItemForm, isFileField } from '#contracts/catalogue/item-form.ts'
import { PodcastFields, podcastForm } from '#contracts/catalogue/podcast.ts'
import { findNearest } from '#contracts/common/count-slips.ts'
import { type EditionFormat, READABLE_FORMATS } from '#contracts/common/file-formats.ts'
import { fileRules } from '#server/catalogue/items/file-rules.ts'
import type { MediaLimits } from '#server/media/media.ts'
import type { FileRule } from '#server/media/upload/receive-file.ts'
import { normalizeText } from '#server/platform/normalize-text.ts'
import { CommandError } from '#server/platform/problems.ts'

export type Noun = 'books' | 'podcasts'

/** Table format for one kind of items. The columns are the text fields of the form, then the file fields with file names. */
export type Sheet = {
  noun: Noun
  form: ItemForm
  fields: z.ZodType
  texts: string[]
  columns: string[]
  /** Columns that a table may omit */
  optional: string[]
  /** Column with the author or host */
  maker: 'author' | 'host'
  /** Content files of the item: their columns, of which one is enough, and the property of an item with the key of the first file */
  content: { columns: EditionFormat[]; key: 'pdfUrl' | 'audioUrl' }
}

export const COVER = 'coverImage'
export const TRANSCRIPT = 'transcript'

export const SHEETS: Record<Noun, Sheet> = {
  books: createSheet(BookFields, {
    noun: 'books',
    form: bookForm,
    maker: 'author',
    content: { columns: [...READABLE_FORMATS], key: 'pdfUrl' },
  }),
  podcasts: createSheet(PodcastFields, {
    noun: 'podcasts',
    form: podcastForm,
    maker: 'host',
    content: { columns: ['audio'], key: 'audioUrl' },
  }),
}

function createSheet(fields: z.ZodObject, kind: Pick<Sheet, 'noun' | 'form' | 'maker' | 'content'>): Sheet {
  const texts = Object.keys(fields.shape)
  const files = fileFields(kind.form)
  const optional = [
    ...texts.filter((name) => fields.shape[name]?.safeParse(undefined).success),
    ...files.flatMap(([name, { missing }]) => (missing ? [] : [name])),
  ]
  return { ...kind, fields, texts, columns: [...texts, ...files.map(([name]) => name)], optional }
}

/**
 * Recognizes the kind of a table by its columns, in any order and spelling: “Cover image”, “cover_image” and “COVERIMAGE” are `coverImage`,
 * and labels of the form are headings, too. Refuses a table that fits neither kind.
 */
export function recognizeSheet(header: string[]): { sheet: Sheet; columns: string[] } {
  const spelled = header.map(spell)
  const { books, podcasts } = SHEETS
  const fits = ({ form, maker, content }: Sheet) =>
    [maker, ...content.columns].some((own) => spelled.includes(own) || spelled.includes(spell(form[own]?.label ?? '')))
  const known = (sheet: Sheet) => spelled.filter((name) => columnOf(sheet, name) !== undefined).length
  const isOfEpisodes = known(podcasts) > known(books) || (known(podcasts) === known(books) && fits(podcasts))
  const sheet = isOfEpisodes ? podcasts : books
  const columns = header.map((name, index) => columnOf(sheet, spelled[index] ?? '') ?? normalizeText(name).slice(0, LONGEST_NAMED))
  const hasAlternative = (column: string) => columns.includes(alternativeOf(sheet, column) ?? '')
  const missing = sheet.columns.filter((column) => !columns.includes(column) && !sheet.optional.includes(column) && !hasAlternative(column))
  const unknown = columns.filter((column) => column !== '' && !sheet.columns.includes(column))
  const repeated = columns.filter((column, index) => column !== '' && columns.indexOf(column) !== index)
  const problems = [
    ...(missing.length > 0 ? [`The column ${missing.join(', ')} is missing.`] : []),
    ...unknown.map((column) => describeUnknown(sheet, column)),
    ...(repeated.length > 0 ? [`The column ${repeated.join(', ')} appears twice.`] : []),
  ]
  if (problems.length > 0)
    throw new CommandError(`${problems.join(' ')} A table of ${sheet.noun} has the columns ${sheet.columns.join(', ')}.`)
  return { sheet, columns }
}

/** Maximum length of a heading that is named in a message. */
const LONGEST_NAMED = 60

/** Returns the letters and digits of a heading, without case, accents and invisible marks. */
function spell(heading: string): string {
  return heading
    .slice(0, LONGEST_NAMED)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function columnOf({ columns, form }: Sheet, spelled: string): string | undefined {
  if (spelled === '') return undefined
  return columns.find((column) => spell(column) === spelled) ?? columns.find((column) => spell(form[column]?.label ?? '') === spelled)
}

function describeUnknown(sheet: Sheet, name: string): string {
  const nearest = findNearest(spell(name), sheet.columns.map(spell))
  const isNear = nearest && nearest.slips <= Math.max(1, Math.floor(nearest.text.length / 3))
  return `The column ${name} is unknown. ${isNear ? `Did you mean ${columnOf(sheet, nearest.text)}?` : 'Remove it.'}`
}

/** Returns the files of a row, with the column and the rule of each file. Optional files may have no name. */
export function filesOf(sheet: Sheet, fields: Record<string, string>, limits: MediaLimits): (FileRule & { field: string })[] {
  const rules = Object.entries(fileRules(sheet.form, limits)).map(([field, rule]) => ({ field, ...rule }))
  return rules.filter(({ field, optional }) => fields[field] || !(optional || fields[alternativeOf(sheet, field) ?? '']))
}

/** Returns the file field whose file makes that of a field needless. */
function alternativeOf({ form }: Sheet, field: string): string | undefined {
  const found = form[field]
  return found && isFileField(found) ? found.alternative : undefined
}

/** Returns the text fields of a row. */
export function textsOf({ texts }: Sheet, fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(texts.flatMap((column) => (fields[column] === undefined ? [] : [[column, fields[column]]])))
}
