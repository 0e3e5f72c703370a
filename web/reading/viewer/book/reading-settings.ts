import { createStoredValue } from '#web/lib/storage/local-storage.ts'

export const stored = createStoredValue('readingSettings')

/** Possible values of the reading settings. */
export const CHOICES = {
  view: ['pages', 'text'],
  fit: ['auto', 'page', 'width', 'pair'],
  size: ['1', '2', '3', '4', '5'],
  spacing: ['close', 'normal', 'wide'],
  margins: ['narrow', 'medium', 'broad'],
  face: ['serif', 'sans', 'literata', 'atkinson', 'dyslexic'],
  align: ['start', 'justify'],
  hyphens: ['auto', 'manual'],
  ground: ['paper', 'sepia', 'night', 'black'],
} as const

export type ReadingSettings = { [Name in keyof typeof CHOICES]: (typeof CHOICES)[Name][number] }
/** Settings of the letters, which a book may have for itself. */
export type TextSettings = Omit<ReadingSettings, 'view' | 'fit'>

const DEFAULTS: ReadingSettings = {
  view: 'pages',
  fit: 'auto',
  size: '2',
  spacing: 'normal',
  margins: 'medium',
  face: 'serif',
  align: 'start',
  hyphens: 'auto',
  ground: 'paper',
}
/** Maximum number of books with settings of their own */
const MAX_BOOKS = 50

type Stored = Partial<Record<string, unknown>>

/**
 * Parses the stored reading settings, those of a book if it has its own; the view and the fit of pages are the same for all books. Missing and unknown values fall
 * back to the defaults.
 */
export function parseSettings(text: string | null, book?: string): ReadingSettings {
  const found = parse(text)
  return { ...DEFAULTS, ...pickValid(found), ...(book !== undefined && omitShared(pickValid(ownOf(found, book)))) }
}

/** Returns the next larger or smaller text size. */
export function stepSize(size: ReadingSettings['size'], step: 1 | -1): ReadingSettings['size'] {
  return CHOICES.size[CHOICES.size.indexOf(size) + step] ?? size
}

/** Changes settings of all books, or of a book that has its own. */
export function changeSettings(changes: Partial<ReadingSettings>, book?: string): void {
  const all = parse(stored.read())
  const own = book === undefined ? undefined : ownOf(all, book)
  write(book !== undefined && own ? withOwn(all, book, { ...own, ...changes }) : { ...all, ...changes })
}

/** Gives a book its own settings, which start as those of all books, or removes them. */
export function setOwn(book: string, isOwn: boolean): void {
  const all = parse(stored.read())
  write(withOwn(all, book, isOwn ? omitShared(pickValid({ ...DEFAULTS, ...all })) : undefined))
}

export const readSettings = (): ReadingSettings => parseSettings(stored.read())

export function useReadingSettings(book?: string): ReadingSettings & { isOwn: boolean } {
  const text = stored.useValue()
  return { ...parseSettings(text, book), isOwn: book !== undefined && ownOf(parse(text), book) !== undefined }
}

/** Returns whether the visitor ever chose a view. */
export const useHasChosenView = () => pickValid(parse(stored.useValue())).view !== undefined

export function parse(text: string | null): Stored {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

export function write(settings: Stored) {
  stored.write(JSON.stringify(settings))
}

function pickValid(found: Stored = {}): Partial<ReadingSettings> {
  const names = Object.keys(DEFAULTS) as (keyof ReadingSettings)[]
  const valid = names.filter((name) => (CHOICES[name] as readonly unknown[]).includes(found[name]))
  return Object.fromEntries(valid.map((name) => [name, found[name]]))
}

const omitShared = ({ view: _, fit: __, ...settings }: Partial<ReadingSettings>) => settings

/** Returns the list of books with settings of their own, the one that was changed last first. */
const ownBooks = ({ books }: Stored): Stored[] => (Array.isArray(books) ? books.map(Object) : [])
const ownOf = (all: Stored, book: string) => ownBooks(all).find((each) => each.book === book)

function withOwn(all: Stored, book: string, own: Stored | undefined): Stored {
  const others = ownBooks(all).filter((each) => each.book !== book)
  return { ...all, books: (own ? [{ ...own, book }, ...others] : others).slice(0, MAX_BOOKS) }
}
