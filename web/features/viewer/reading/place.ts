import type { BookFlow, FlowBlock } from '#contracts/book-flow.ts'
import { blockText } from './block-text.ts'

/** A place in the text: the part counts from 1, the block in it and the characters before it from 0. */
export type Place = { part: number; block: number; offset: number }

/** The page of the paper book on which a character of a block stands. */
export function pageAt(block: FlowBlock, offset: number): number {
  if (block.kind === 'picture') return block.page
  return (block.breaks ?? []).reduce((page, [characters, next]) => (characters <= offset ? next : page), block.page)
}

/** The part in which a page begins; of several that begin on the page the first, since a chapter's title is what is looked for there. */
export function findPart(parts: BookFlow['parts'], page: number): number {
  const beginning = parts.findIndex((part) => part.page === page)
  return Math.max(1, beginning < 0 ? parts.filter((part) => part.page <= page).length : beginning + 1)
}

/** Where a page begins in a part. A page without text begins where the next one does, and the last ones at the part's end. */
export function findPageStart(blocks: FlowBlock[], page: number): Omit<Place, 'part'> {
  for (const [index, block] of blocks.entries()) {
    if (block.page >= page) return { block: index, offset: 0 }
    const found = block.kind === 'picture' ? undefined : block.breaks?.find(([, next]) => next >= page)
    if (found) return { block: index, offset: found[0] }
  }
  const last = blocks.at(-1)
  return { block: Math.max(0, blocks.length - 1), offset: last ? blockText(last).length : 0 }
}

/** The page on which a part ends; undefined for a part without text. */
export function lastPage(blocks: FlowBlock[] | undefined): number | undefined {
  const last = blocks?.at(-1)
  return last && pageAt(last, Number.POSITIVE_INFINITY)
}

/** The pages that begin in each block, with the characters before them: what the margin shows. `before` is the page of what goes before. */
export function pageMarks(blocks: FlowBlock[], before = 0): [offset: number, page: number][][] {
  let page = before
  return blocks.map((block) => {
    const starts: [number, number][] = [[0, block.page], ...(block.kind === 'picture' ? [] : (block.breaks ?? []))]
    return starts.filter(([, next]) => {
      const isNew = next > page
      page = Math.max(page, next)
      return isNew
    })
  })
}
