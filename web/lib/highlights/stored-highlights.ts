import { MAX_HIGHLIGHTS } from '#contracts/admin/retention.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

/** Maximum number of characters of a stored quotation, of a note, and of the words before a passage */
export const MAX_QUOTE = 3000
export const MAX_NOTE = 2000
export const MAX_BEFORE = 32

/** Colors of highlights. Each has its own underline too (passages.css), since not everybody tells colors apart. */
export const HIGHLIGHT_COLORS = ['yellow', 'green', 'blue', 'pink', 'purple'] as const
export type HighlightColor = (typeof HIGHLIGHT_COLORS)[number]
export const COLOR_NAMES: Record<HighlightColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
  purple: 'Purple',
}

/**
 * Passage of the reflowable text, by the positions of its first and last character when it was highlighted. `part` is 0 for a passage of
 * which only the page is known: one of another edition, or of a page image.
 */
export type Passage = {
  part: number
  fromBlock: number
  fromOffset: number
  toBlock: number
  toOffset: number
  /** The page on which the passage begins */
  page: number
  /** Text of the passage, with one line per block */
  quote: string
  /** Words before the passage, which tell equal passages of a page apart; missing in highlights of earlier versions of the site */
  before?: string
}
/**
 * Passage with its note. `edition` is the one in which it was highlighted; earlier versions of the site stored neither edition nor color
 * (yellow) nor the title of the book.
 */
export type Highlight = Passage & { id: string; book: string; note: string; edition?: string; color?: HighlightColor; title?: string }

const stored = createStoredValue('highlights')
const NUMBERS = ['part', 'fromBlock', 'fromOffset', 'toBlock', 'toOffset', 'page'] as const
const TEXTS = ['id', 'book', 'quote', 'note'] as const
const OPTIONAL_TEXTS = ['edition', 'title', 'before'] as const

/** Parses the stored list of highlights, newest first. An unknown color is yellow. */
export function parseHighlights(text: string | null): Highlight[] {
  return parseList<Highlight>(
    text,
    (value) =>
      NUMBERS.every((name) => Number.isInteger(value[name])) &&
      TEXTS.every((name) => typeof value[name] === 'string') &&
      OPTIONAL_TEXTS.every((name) => value[name] === undefined || typeof value[name] === 'string'),
  )
}

export const colorOf = ({ color }: Pick<Highlight, 'color'>): HighlightColor => HIGHLIGHT_COLORS.find((each) => each === color) ?? 'yellow'

/** Moves a highlight to the front of the list, replacing its previous version. Drops the oldest highlights beyond the limit. */
export function putHighlight(list: Highlight[], highlight: Highlight): Highlight[] {
  return [highlight, ...list.filter(({ id }) => id !== highlight.id)].slice(0, MAX_HIGHLIGHTS)
}

export const readHighlights = () => parseHighlights(stored.read())
export const storeHighlights = (list: Highlight[]) => stored.write(JSON.stringify(list))
export const useStoredHighlights = () => parseHighlights(stored.useValue())
