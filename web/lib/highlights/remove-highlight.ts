import { toLetters } from '#contracts/reading/place-words.ts'
import { toastDeleted } from '#web/lib/toast.ts'
import { type Highlight, MAX_QUOTE, type Passage, putHighlight, readHighlights, storeHighlights } from './stored-highlights.ts'

/** Removes a highlight, with a notice that restores it. */
export function removeHighlight(highlight: Highlight) {
  const before = readHighlights()
  storeHighlights(before.filter((each) => each.id !== highlight.id))
  // The highlight may be placed in another edition than the stored one.
  const removed = before.find((each) => each.id === highlight.id) ?? highlight
  toastDeleted(highlight.note ? 'Highlight and note deleted' : 'Highlight deleted', () => restore(removed))
}

/** Restores a deleted highlight. If its passage was highlighted again, the new highlight gets the deleted note unless it has a note. */
function restore(highlight: Highlight) {
  const list = readHighlights()
  const again = list.find((each) => each.book === highlight.book && isSamePassage(each, highlight))
  storeHighlights(again ? putHighlight(list, { ...again, note: again.note || highlight.note }) : putHighlight(list, highlight))
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
  // Only the page is known for a highlight of a page image, and for one that was found in another edition.
  if (one.part === 0 || other.part === 0)
    return one.page === other.page && toLetters(one.quote) === toLetters(other.quote) && followsSame(one.before, other.before)
  if (ours?.words !== theirs?.words) return false
  return one.part === other.part && one.fromBlock === other.fromBlock && ours?.from === theirs?.from
}

/** Returns whether passages may follow the same words, as far as both are known. */
function followsSame(one = '', other = ''): boolean {
  const [ours, theirs] = [toLetters(one), toLetters(other)]
  return ours.endsWith(theirs) || theirs.endsWith(ours)
}
