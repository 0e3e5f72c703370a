import { blockText } from '#contracts/reading/block-text.ts'
import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import type { Place } from '#web/lib/places/book-places.ts'

const WORDS_A_MINUTE = 220
/** Average number of characters per word, including the following space */
const CHARACTERS_A_WORD = 5.8

type Parts = BookReflow['parts']

/**
 * Returns the last part of the chapter that contains a part. A long chapter has several parts; all but the first have no title or repeat
 * the first one's title.
 */
export function lastPartOfChapter(parts: Parts, part: number): number {
  const title = parts
    .slice(0, part)
    .filter((each) => each.title !== null)
    .at(-1)?.title
  let last = part
  for (let next = parts[last]; next && (next.title === null || next.title === title); next = parts[last]) last++
  return last
}

/** Describes the reading time from a position to the end of its chapter, or to the end of a book without chapters. */
export function describeTimeLeft(parts: Parts, place: Place, blocks: ReflowBlock[]): string {
  const here = blocks.slice(place.block).reduce((sum, block) => sum + blockText(block).length, -place.offset)
  const later = parts.slice(place.part, lastPartOfChapter(parts, place.part)).reduce((sum, { characters }) => sum + characters, 0)
  const minutes = Math.round((here + later) / CHARACTERS_A_WORD / WORDS_A_MINUTE)
  const what = parts.some(({ title }) => title !== null) ? 'this chapter' : 'this book'
  return minutes < 1 ? `Under a minute left in ${what}` : `${pluralize(minutes, 'minute')} left in ${what}`
}
