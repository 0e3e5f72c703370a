import { MAX_HIGHLIGHTS } from '#contracts/admin/retention.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { toast, toastDeleted } from '#web/lib/toast.ts'
import { findWords, type Position } from './editions/find-words.ts'
import { type FoundPages, positionIn } from './editions/found-places.ts'
import type { ViewedBook } from './viewer-context.ts'

/** Maximum number of characters of a stored quotation and of a note */
const MAX_QUOTE = 3000
export const MAX_NOTE = 2000

/**
 * Passage of the reflowable text, by the positions of its first and last character when it was highlighted. `part` is 0 for a passage of
 * another edition, of which only the page is known.
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
}
/** Passage with its note. `edition` is the one in which it was highlighted; earlier versions of the site did not store it. */
export type Highlight = Passage & { id: string; book: string; note: string; edition?: string }

const stored = createStoredValue('highlights')
const NUMBERS = ['part', 'fromBlock', 'fromOffset', 'toBlock', 'toOffset', 'page'] as const
const TEXTS = ['id', 'book', 'quote', 'note'] as const

/** Parses the stored list of highlights, newest first. */
export function parseHighlights(text: string | null): Highlight[] {
  return parseList<Highlight>(
    text,
    (value) =>
      NUMBERS.every((name) => Number.isInteger(value[name])) &&
      TEXTS.every((name) => typeof value[name] === 'string') &&
      (value.edition === undefined || typeof value.edition === 'string'),
  )
}

/** Moves a highlight to the front of the list, replacing its previous version. Drops the oldest highlights beyond the limit. */
export function putHighlight(list: Highlight[], highlight: Highlight): Highlight[] {
  return [highlight, ...list.filter(({ id }) => id !== highlight.id)].slice(0, MAX_HIGHLIGHTS)
}

const write = (list: Highlight[]) => stored.write(JSON.stringify(list))

export const readHighlights = (book: string) => parseHighlights(stored.read()).filter((each) => each.book === book)

/**
 * Returns the highlights of a book in the edition that is open, in the order of their pages, and those whose words are not in the edition,
 * with functions to change them.
 */
export function useHighlights({ position: book, edition }: Pick<ViewedBook, 'position' | 'edition'>, found: FoundPages) {
  const all = parseHighlights(stored.useValue())
    .filter((each) => each.book === book)
    .map((highlight) => ({ highlight, position: positionIn(highlight, { name: highlight.id, edition, found }) }))
  const list = all
    .flatMap(({ highlight, position }) => (position ? [{ ...highlight, ...(position.isMoved && { part: 0, page: position.page }) }] : []))
    .sort(
      (one, other) =>
        one.page - other.page || one.part - other.part || one.fromBlock - other.fromBlock || one.fromOffset - other.fromOffset,
    )
  const lost = all.flatMap(({ highlight, position }) => (position ? [] : [highlight]))

  /** Highlights a passage. If the passage is already highlighted, only adds the note to the existing highlight. */
  function add(passage: Passage, note = ''): void {
    const same = list.find((each) => isSamePassage(each, passage))
    if (same) {
      if (note) change(same, note)
      return
    }
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
    const highlight = {
      ...passage,
      quote: passage.quote.slice(0, MAX_QUOTE),
      note: note.slice(0, MAX_NOTE),
      id,
      book,
      ...(edition !== undefined && { edition }),
    }
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
    const before = parseHighlights(stored.read())
    write(before.filter((each) => each.id !== highlight.id))
    // The highlight may be placed in another edition than the stored one.
    const removed = before.find((each) => each.id === highlight.id) ?? highlight
    toastDeleted(highlight.note ? 'Highlight and note deleted' : 'Highlight deleted', () => restore(removed))
  }

  return { list, lost, add, change, remove }
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
  if (ours?.words !== theirs?.words) return false
  // Only the page is known for a highlight that was found in another edition.
  if (one.part === 0 || other.part === 0) return one.page === other.page
  return one.part === other.part && one.fromBlock === other.fromBlock && ours?.from === theirs?.from
}

/** Range of highlighted characters within a block */
type BlockRange = { block: number; from: number; to: number }

/**
 * Returns the ranges of a highlighted passage in a part of the book, given the texts of the part's blocks. Uses the stored position if the
 * words match there, otherwise the nearest occurrence of the words, since the text of another edition is divided differently. Returns no
 * ranges if the part doesn't contain the words.
 */
export function anchorPassage(part: number, texts: string[], pages: { first: number; last: number }, passage: Passage): BlockRange[] {
  const { quote, fromBlock, fromOffset, toBlock, toOffset } = passage
  const isPart = part === passage.part
  if (isPart && texts.join('\n').startsWith(quote, startOf(texts, fromBlock) + fromOffset))
    return toRanges(texts, { block: fromBlock, offset: fromOffset }, { block: toBlock, offset: toOffset })
  if (!isPart && (passage.page < pages.first || passage.page > pages.last)) return []
  const found = findWords(texts, quote, isPart ? { block: fromBlock, offset: fromOffset } : { block: 0, offset: 0 })
  return found ? toRanges(texts, found.from, found.to) : []
}

const startOf = (texts: string[], block: number) => texts.slice(0, block).reduce((start, text) => start + text.length + 1, 0)

function toRanges(texts: string[], from: Position, to: Position): BlockRange[] {
  return texts.slice(from.block, to.block + 1).flatMap((text, index) => {
    const block = from.block + index
    const range = {
      block,
      from: block === from.block ? from.offset : 0,
      to: block === to.block ? Math.min(text.length, to.offset) : text.length,
    }
    return range.from < range.to ? [range] : []
  })
}
