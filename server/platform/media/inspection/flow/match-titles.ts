import type { FlowBlock } from '#contracts/book-flow.ts'
import { isSameTitle, letters } from './heading-levels.ts'
import { longestRising } from './longest-rising.ts'
import { type MadePart, plain } from './split-parts.ts'

/** They are looked for among all headings of a book. */
const MAX_TITLES = 500
/** A title that stands more often is that of a column or of a kind of section. */
const MAX_SAME = 5

/** Where a chapter or section begins, and the level of its heading. `at` counts the blocks of the book. */
export type TitledPlace = { title: string; at: number; part: number; block: number; page: number; level: number }

/**
 * Finds the headings with the titles that a table of contents or the notes at a book's end name. Of several headings with one title, such
 * as a chapter's and that of its notes, it is the one in whose order the others are, too.
 */
export function matchTitles<Item>(named: [item: Item, title: string][], places: TitledPlace[]): Map<Item, TitledPlace> {
  // Of one title the last place comes first, so that a rising series has no two of it.
  const pairs = named.slice(0, MAX_TITLES).flatMap(([item, title]) => {
    const exact = places.filter((place) => letters(place.title) === letters(title))
    const same = exact.length > 0 ? exact : places.filter((place) => isSameTitle(place.title, title))
    return same.length <= MAX_SAME ? same.toReversed().map((place) => ({ item, place })) : []
  })
  const series = longestRising(pairs, ({ place }) => place.at)
  return new Map(series.map(({ item, place }) => [item, place]))
}

/** The headings of a book, and its chapters that have none. */
export function readTitles(parts: MadePart[]): TitledPlace[] {
  let before = 0
  return parts.flatMap(({ title, page, blocks }, index) => {
    const start = before
    before += blocks.length
    const headings = readHeadings(blocks).map((heading) => ({ ...heading, at: start + heading.block, part: index + 1 }))
    const isNamed = title === null || headings.some(({ block }) => block === 0)
    return isNamed ? headings : [{ title, at: start, part: index + 1, block: 0, page, level: 1 }, ...headings]
  })
}

function readHeadings(blocks: FlowBlock[]) {
  return blocks.flatMap((block, index) => {
    if (block.kind !== 'heading') return []
    let first = index
    // What stands above the title belongs to it: “Chapter one”.
    while (blocks[first - 1]?.kind === 'heading' && blocks[first - 1]?.page === block.page) first--
    return [{ title: plain(block), block: first, page: block.page, level: block.level }]
  })
}
