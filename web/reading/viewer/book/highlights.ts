import { MAX_HIGHLIGHTS } from '#contracts/admin/retention.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { toast, toastDeleted } from '#web/lib/toast.ts'

/** Maximum number of characters of a stored quotation and of a note */
const MAX_QUOTE = 3000
export const MAX_NOTE = 2000

/** Passage of the reflowable text, by the positions of its first and last character when it was highlighted. */
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
}
export type Highlight = Passage & { id: string; book: string; note: string }

const stored = createStoredValue('highlights')
const NUMBERS = ['part', 'fromBlock', 'fromOffset', 'toBlock', 'toOffset', 'page'] as const
const TEXTS = ['id', 'book', 'quote', 'note'] as const

/** Parses the stored list of highlights, newest first. */
export function parseHighlights(text: string | null): Highlight[] {
  return parseList<Highlight>(
    text,
    (value) => NUMBERS.every((name) => Number.isInteger(value[name])) && TEXTS.every((name) => typeof value[name] === 'string'),
  )
}

/** Moves a highlight to the front of the list, replacing its previous version. Drops the oldest highlights beyond the limit. */
export function putHighlight(list: Highlight[], highlight: Highlight): Highlight[] {
  return [highlight, ...list.filter(({ id }) => id !== highlight.id)].slice(0, MAX_HIGHLIGHTS)
}

const write = (list: Highlight[]) => stored.write(JSON.stringify(list))

/** Returns the highlights of a book in text order, with functions to change them. */
export function useHighlights(book: string) {
  const text = stored.useValue()
  const list = parseHighlights(text)
    .filter((each) => each.book === book)
    .sort((one, other) => one.part - other.part || one.fromBlock - other.fromBlock || one.fromOffset - other.fromOffset)

  /** Highlights a passage. If the passage is already highlighted, only adds the note to the existing highlight. */
  function add(passage: Passage, note = ''): void {
    const same = parseHighlights(stored.read()).find((each) => each.book === book && isSamePassage(each, passage))
    if (same) {
      if (note) change(same, note)
      return
    }
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
    const highlight = { ...passage, quote: passage.quote.slice(0, MAX_QUOTE), note: note.slice(0, MAX_NOTE), id, book }
    const before = parseHighlights(stored.read())
    const after = putHighlight(before, highlight)
    write(after)
    if (after.length === before.length) toast(`Your oldest highlight was removed: this browser keeps ${MAX_HIGHLIGHTS}.`, { id: 'limit' })
  }
  const change = (highlight: Highlight, note: string) =>
    write(parseHighlights(stored.read()).map((each) => (each.id === highlight.id ? { ...each, note: note.slice(0, MAX_NOTE) } : each)))
  /** Restores a deleted highlight. If its passage was highlighted again, the new highlight gets the deleted note unless it has a note. */
  function restore(highlight: Highlight) {
    const list = parseHighlights(stored.read())
    const again = list.find((each) => each.book === book && isSamePassage(each, highlight))
    write(again ? putHighlight(list, { ...again, note: again.note || highlight.note }) : putHighlight(list, highlight))
  }
  function remove(highlight: Highlight) {
    write(parseHighlights(stored.read()).filter((each) => each.id !== highlight.id))
    toastDeleted(highlight.note ? 'Highlight and note deleted' : 'Highlight deleted', () => restore(highlight))
  }

  return { list, add, change, remove }
}

/**
 * Returns whether two passages have the same words at the same position. Spaces at the ends and text beyond the maximum length of a stored
 * quotation are ignored.
 */
export function isSamePassage(one: Passage, other: Passage): boolean {
  const [ours, theirs] = [one, other].map(({ quote, fromOffset }) => {
    const words = quote.slice(0, MAX_QUOTE)
    return { words: words.trim(), from: fromOffset + words.length - words.trimStart().length }
  })
  return one.part === other.part && one.fromBlock === other.fromBlock && ours?.from === theirs?.from && ours?.words === theirs?.words
}

/** Range of highlighted characters within a block */
type BlockRange = { block: number; from: number; to: number }

/**
 * Returns the ranges of a highlighted passage in a part of the book, given the texts of the part's blocks. Uses the stored position if the
 * words match there, otherwise the nearest occurrence of the words, since regenerated text may be divided differently. Returns no ranges if
 * the part doesn't contain the words.
 */
export function anchorPassage(part: number, texts: string[], pages: { first: number; last: number }, passage: Passage): BlockRange[] {
  const starts: number[] = []
  texts.reduce((start, text) => {
    starts.push(start)
    return start + text.length + 1
  }, 0)
  const whole = texts.join('\n')
  const { quote, fromBlock, fromOffset, toBlock, toOffset } = passage
  const before = (starts[Math.min(fromBlock, starts.length - 1)] ?? 0) + fromOffset

  if (part === passage.part && whole.startsWith(quote, before)) {
    const end = (starts[toBlock] ?? 0) + toOffset
    return toRanges(texts, starts, before, Math.max(end, before + quote.length))
  }
  const isNear = part === passage.part || (passage.page >= pages.first && passage.page <= pages.last)
  const found = isNear && quote ? findNearest(whole, quote, part === passage.part ? before : 0) : -1
  return found < 0 ? [] : toRanges(texts, starts, found, found + quote.length)
}

function findNearest(whole: string, quote: string, near: number): number {
  const after = whole.indexOf(quote, near)
  const before = whole.lastIndexOf(quote, near)
  if (after < 0 || before < 0) return Math.max(after, before)
  return near - before < after - near ? before : after
}

function toRanges(texts: string[], starts: number[], from: number, to: number): BlockRange[] {
  return texts.flatMap((text, block) => {
    const start = starts[block] ?? 0
    const range = { block, from: Math.max(0, from - start), to: Math.min(text.length, to - start) }
    return range.from < range.to ? [range] : []
  })
}
