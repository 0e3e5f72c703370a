import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { isSameTitle, letters } from './heading-levels.ts'
import { longestRising } from './longest-rising.ts'
import type { MadePart } from './split-parts.ts'

/** Maximum number of titles, since each title is compared with all headings of a book. */
const MAX_TITLES = 500
/** Maximum number of headings with the same title. A more frequent title belongs to a table column or a recurring section. */
const MAX_SAME = 5

/** Position at which a chapter or section begins, and the level of its heading. `at` is the index of the block within the book. */
export type TitledPlace = { title: string; at: number; part: number; block: number; page: number; level: number }

/**
 * Finds the headings for titles in a table of contents or in a book's endnotes. If several headings have the same title, such as a chapter
 * and its notes, the heading that fits the order of the other matches is chosen.
 */
export function matchTitles<Item>(named: [item: Item, title: string][], places: TitledPlace[]): Map<Item, TitledPlace> {
  // Headings with the same title are in descending order, so that an ascending series contains at most one of them.
  const pairs = named.slice(0, MAX_TITLES).flatMap(([item, title]) => {
    const exact = places.filter((place) => letters(place.title) === letters(title))
    const same = exact.length > 0 ? exact : places.filter((place) => isSameTitle(place.title, title))
    return same.length <= MAX_SAME ? same.toReversed().map((place) => ({ item, place })) : []
  })
  const series = longestRising(pairs, ({ place }) => place.at)
  return new Map(series.map(({ item, place }) => [item, place]))
}

/** Returns the headings of a book, and the titles of chapters without a heading. */
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

function readHeadings(blocks: ReflowBlock[]) {
  return blocks.flatMap((block, index) => {
    if (block.kind !== 'heading') return []
    let first = index
    // Headings directly above a title, such as “Chapter one”, belong to the title.
    while (blocks[first - 1]?.kind === 'heading' && blocks[first - 1]?.page === block.page) first--
    return [{ title: blockText(block), block: first, page: block.page, level: block.level }]
  })
}
