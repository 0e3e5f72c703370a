import { MAX_HIGHLIGHTS } from '#contracts/admin/retention.ts'
import { isSamePassage, removeHighlight } from '#web/lib/highlights/remove-highlight.ts'
import {
  colorOf,
  type Highlight,
  type HighlightColor,
  MAX_NOTE,
  MAX_QUOTE,
  type Passage,
  putHighlight,
  readHighlights,
  storeHighlights,
  useStoredHighlights,
} from '#web/lib/highlights/stored-highlights.ts'
import { toast } from '#web/lib/toast.ts'
import { findWords, type Position } from './editions/find-words.ts'
import { type FoundPages, positionIn } from './editions/found-places.ts'
import type { ViewedBook } from './viewer-context.ts'

export const readHighlightsOf = (book: string) => readHighlights().filter((each) => each.book === book)

/**
 * Returns the highlights of a book in the edition that is open, in the order of their pages, and those whose words are not in the edition,
 * with functions to change them.
 */
export function useHighlights(
  { position: book, edition, title, preview }: Pick<ViewedBook, 'position' | 'edition' | 'title' | 'preview'>,
  found: FoundPages,
) {
  const stored = useStoredHighlights()
  const all = stored
    .filter((each) => each.book === book)
    .map((highlight) => ({ highlight, position: positionIn(highlight, { name: highlight.id, edition, found }) }))
  const list = all
    .flatMap(({ highlight, position }) => (position ? [{ ...highlight, ...(position.isMoved && { part: 0, page: position.page }) }] : []))
    .sort(
      (one, other) =>
        one.page - other.page || one.part - other.part || one.fromBlock - other.fromBlock || one.fromOffset - other.fromOffset,
    )
  const lost = all.flatMap(({ highlight, position }) => (position ? [] : [highlight]))
  const [newest] = stored
  const lastColor = newest ? colorOf(newest) : 'yellow'

  /** Highlights a passage. If the passage is already highlighted, only adds the note to the existing highlight. */
  function add(passage: Passage, { note = '', color = lastColor }: { note?: string; color?: HighlightColor } = {}): void {
    const same = list.find((each) => isSamePassage(each, passage))
    if (same) {
      if (note) change(same, { note })
      return
    }
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
    const highlight = {
      ...passage,
      quote: passage.quote.slice(0, MAX_QUOTE),
      note: note.slice(0, MAX_NOTE),
      id,
      book,
      color,
      title,
      ...(edition !== undefined && { edition }),
    }
    const before = readHighlights()
    const after = putHighlight(before, highlight)
    storeHighlights(after)
    if (after.length === before.length) toast(`Your oldest highlight was removed: this browser keeps ${MAX_HIGHLIGHTS}.`, { id: 'limit' })
  }
  function change(highlight: Highlight, { note, color }: { note?: string; color?: HighlightColor }) {
    const changes = { ...(note !== undefined && { note: note.slice(0, MAX_NOTE) }), ...(color && { color }) }
    storeHighlights(readHighlights().map((each) => (each.id === highlight.id ? { ...each, ...changes } : each)))
  }

  return { list, lost, add, change, remove: removeHighlight, lastColor, isPreview: preview !== undefined }
}

/** Range of highlighted characters within a block */
export type BlockRange = { block: number; from: number; to: number }

/**
 * Returns the ranges of a highlighted passage in a part of the book, given the texts of the part's blocks. Uses the stored position if the
 * words match there, otherwise the nearest occurrence of the words, since the text of another edition is divided differently. Returns no
 * ranges if the part doesn't contain the words. `startOf` returns where a page begins.
 */
export function anchorPassage(
  part: number,
  texts: string[],
  pages: { first: number; last: number; startOf?: (page: number) => Position },
  passage: Passage,
): BlockRange[] {
  const { quote, fromBlock, fromOffset, toBlock, toOffset, before } = passage
  const isPart = part === passage.part
  if (isPart && texts.join('\n').startsWith(quote, startOf(texts, fromBlock) + fromOffset))
    return toRanges(texts, { block: fromBlock, offset: fromOffset }, { block: toBlock, offset: toOffset })
  if (!isPart && (passage.page < pages.first || passage.page > pages.last)) return []
  const near = isPart ? { block: fromBlock, offset: fromOffset } : (pages.startOf?.(passage.page) ?? { block: 0, offset: 0 })
  const found = findWords(texts, quote, near, before)
  return found ? toRanges(texts, found.from, found.to) : []
}

const startOf = (texts: string[], block: number) => texts.slice(0, block).reduce((start, text) => start + text.length + 1, 0)

export function toRanges(texts: string[], from: Position, to: Position): BlockRange[] {
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
