import { blockText } from '#contracts/reading/block-text.ts'
import { MAX_PAGE_LABEL, MAX_PAGE_TEXT, MAX_PAGES } from '#contracts/reading/book-pages.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import type { Document, Part, Place } from './epub-document.ts'
import type { Target } from './read-package.ts'

/** Number of characters of a page in a book that doesn't list the pages of a printed edition: about a page of a paperback. */
export const PAGE_CHARACTERS = 1800
/** Greatest average length of a listed page. A list with fewer pages lists only some of them. */
const MAX_PAGE_CHARACTERS = 20_000

type Break = Place & { label: string }

/** Returns the beginnings of the pages of the printed book, in order: marked in the text, or listed in the navigation. */
export function findPageBreaks(
  documents: Document[],
  {
    pageList,
    find,
    characters,
  }: { pageList: (Target & { label: string })[]; find: (target: Target) => Place | undefined; characters: number },
): Break[] {
  const listed = pageList.flatMap(({ label, ...target }) => {
    const place = find(target)
    return place ? [{ ...place, label }] : []
  })
  const marked = documents.flatMap(({ pageBreaks, places }) =>
    pageBreaks.flatMap(({ label, block, offset }) => {
      const at = places[block]
      return at ? [{ part: at[0], block: at[1], offset, label }] : []
    }),
  )
  const breaks = listed.length >= marked.length ? listed : marked
  if (characters > breaks.length * MAX_PAGE_CHARACTERS) return []
  const isOrdered = breaks.every((one, index) => {
    const before = breaks[index - 1]
    return !before || compare(before, one) <= 0
  })
  return isOrdered && breaks.length > 1 && breaks.length <= MAX_PAGES && breaks.every(({ label }) => label !== '') ? breaks : []
}

const compare = (one: Place, other: Place) => one.part - other.part || one.block - other.block || one.offset - other.offset

/** Sets the pages of all parts and blocks. Pages are those of the printed book, or stretches of equal length. */
export function numberPages(parts: Part[], breaks: Break[]): { labels: string[] | null; pageCount: number } {
  let page = 1
  let next = 0
  let counted = 0
  for (const [partIndex, part] of parts.entries())
    for (const [blockIndex, block] of part.blocks.entries()) {
      const length = block.kind === 'picture' ? 0 : blockText(block).length
      const starts: number[] = []
      if (breaks.length > 0) {
        // The text before the first break belongs to the first page.
        for (let at = breaks[next]; at && at.part === partIndex + 1 && at.block === blockIndex; at = breaks[++next])
          if (next > 0) starts.push(Math.min(at.offset, length))
      } else {
        for (let end = PAGE_CHARACTERS - counted; end < length; end += PAGE_CHARACTERS)
          starts.push(block.kind === 'picture' ? 0 : afterSpace(block, end))
        counted = (counted + length) % PAGE_CHARACTERS
      }
      const atStart = starts.filter((offset) => offset === 0).length
      page += atStart
      block.page = page
      if (blockIndex === 0) part.page = page
      const inside = starts.filter((offset) => offset > 0)
      if (block.kind !== 'picture' && inside.length > 0)
        block.breaks = inside.map((offset) => [offset, ++page] as [number, number]).slice(0, 1000)
      else page += inside.length
    }
  return breaks.length > 0
    ? { labels: breaks.map(({ label }) => label.slice(0, MAX_PAGE_LABEL)), pageCount: breaks.length }
    : { labels: null, pageCount: page }
}

/** Returns the offset after the last space before an offset, so that no word is on two pages. */
function afterSpace(block: ReflowBlock, offset: number): number {
  const before = blockText(block).slice(0, offset)
  const space = before.search(/\s\S*$/)
  return space < 0 || offset - space > 100 ? offset : space + 1
}

/** Returns the page on which a place is. */
export function pageAt(parts: Part[], { part, block, offset }: Place): number {
  const found = parts[part - 1]?.blocks[block]
  if (!found) return 1
  const breaks = found.kind === 'picture' ? [] : (found.breaks ?? [])
  return breaks.findLast(([start]) => start <= offset)?.[1] ?? found.page
}

/** Returns the text of each page. */
export function textsOfPages(parts: Part[], pageCount: number): string[] {
  const texts: string[] = Array.from({ length: pageCount }, () => '')
  const add = (page: number, text: string) => {
    if (text.trim()) texts[page - 1] = `${texts[page - 1] ?? ''}${texts[page - 1] ? '\n' : ''}${text.trim()}`
  }
  for (const block of parts.flatMap(({ blocks }) => blocks)) {
    const text = blockText(block)
    const breaks: [number, number][] = [[0, block.page], ...(block.kind === 'picture' ? [] : (block.breaks ?? []))]
    for (const [index, [start, page]] of breaks.entries()) add(page, text.slice(start, breaks[index + 1]?.[0]))
  }
  return texts.map((text) => text.slice(0, MAX_PAGE_TEXT))
}
