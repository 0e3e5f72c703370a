import type { FlowBlock } from '#contracts/book-flow.ts'
import { isSameTitle, letters } from './heading-levels.ts'
import { longestRising } from './longest-rising.ts'
import { type MadePart, plain } from './split-parts.ts'

/** Of the tables of contents of a book, which are searched for among all headings */
const MAX_ENTRIES = 500
/** A title that stands more often is that of a column or of a kind of section. */
const MAX_SAME = 5

type Place = { part: number; block: number; page: number }
type Titled = Place & { title: string }

/**
 * Links entries of a table of contents to the headings with their titles. Of several headings with one title, such as a chapter's and
 * that of its notes, it is the one in whose order the other entries are, too.
 */
export function linkContents(parts: MadePart[], titles: ReadonlyMap<FlowBlock, string>): void {
  const entries = [...titles.keys()].slice(0, MAX_ENTRIES)
  const pages = new Set(entries.map(({ page }) => page))
  const headings = parts.flatMap(({ blocks }, index) => readHeadings(blocks, index + 1)).filter(({ page }) => !pages.has(page))
  const chapters = parts.flatMap(({ title, page }, index) =>
    title && !pages.has(page) ? [{ title, page, part: index + 1, block: 0 }] : [],
  )
  // Of one entry the last place comes first, so that a rising series has no two of it.
  const pairs = entries.flatMap((entry) => {
    const title = titles.get(entry) ?? ''
    const same = [
      headings.filter((heading) => letters(heading.title) === letters(title)),
      headings.filter((heading) => isSameTitle(heading.title, title)),
      chapters.filter((chapter) => isSameTitle(chapter.title, title)),
    ].find(({ length }) => length > 0)
    return same && same.length <= MAX_SAME ? same.toReversed().map((place) => ({ entry, place })) : []
  })
  for (const { entry, place } of longestRising(pairs, ({ place: { part, block } }) => part * 1e6 + block))
    if (entry.kind === 'list-item') entry.target = [place.part, place.block]
}

function readHeadings(blocks: FlowBlock[], part: number): Titled[] {
  return blocks.flatMap((block, index) => {
    if (block.kind !== 'heading') return []
    let first = index
    // What stands above the title belongs to it: “Chapter one”.
    while (blocks[first - 1]?.kind === 'heading' && blocks[first - 1]?.page === block.page) first--
    return [{ title: plain(block), page: block.page, part, block: first }]
  })
}
