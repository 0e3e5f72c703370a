import { blockText } from '#contracts/reading/block-text.ts'
import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { truncate, WORDS_LENGTH } from '#contracts/reading/place-words.ts'
import type { Place } from '#web/lib/places/book-places.ts'

type Group = { kind: 'list' | 'notes' | 'imprint' | 'single'; blocks: { block: ReflowBlock; index: number }[] }

const GROUPED: Partial<Record<ReflowBlock['kind'], Group['kind']>> = { 'list-item': 'list', note: 'notes' }

/**
 * Groups consecutive list items into a list, consecutive notes into a group, and the paragraphs of the page with the copyright notice, which
 * are single statements; every other block is its own group.
 */
export function groupBlocks(blocks: ReflowBlock[]): Group[] {
  const groups: Group[] = []
  const imprints = new Set(
    blocks.filter((block) => block.kind === 'paragraph' && /©|\bISBN\b/.test(blockText(block))).map(({ page }) => page),
  )
  blocks.forEach((block, index) => {
    const kind = block.kind === 'paragraph' && imprints.has(block.page) ? 'imprint' : (GROUPED[block.kind] ?? 'single')
    const last = groups.at(-1)
    if (last && kind !== 'single' && last.kind === kind) last.blocks.push({ block, index })
    else groups.push({ kind, blocks: [{ block, index }] })
  })
  return groups
}

/**
 * Returns the heading level of heading blocks; undefined for other blocks. The viewer's title has level 2, and no level below is skipped.
 */
export function headingLevels(blocks: ReflowBlock[]): (number | undefined)[] {
  let above = 2
  return blocks.map((block) => {
    if (block.kind !== 'heading') return undefined
    above = Math.min(block.level + 2, above + 1)
    return above
  })
}

/** Returns the page of the printed book that contains a character of a block. */
export function pageAt(block: ReflowBlock, offset: number): number {
  if (block.kind === 'picture') return block.page
  return (block.breaks ?? []).reduce((page, [characters, next]) => (characters <= offset ? next : page), block.page)
}

/**
 * Returns the part of the book in which a page begins. If several parts begin on the page, the first of them is returned, since visitors
 * expect the chapter title.
 */
export function findPart(parts: BookReflow['parts'], page: number): number {
  const beginning = parts.findIndex((part) => part.page === page)
  return Math.max(1, beginning < 0 ? parts.filter((part) => part.page <= page).length : beginning + 1)
}

/** Returns the position in a part where a page begins. A page without text begins where the next page begins, or at the part's end. */
export function findPageStart(blocks: ReflowBlock[], page: number): Omit<Place, 'part'> {
  for (const [index, block] of blocks.entries()) {
    if (block.page >= page) return { block: index, offset: 0 }
    const found = block.kind === 'picture' ? undefined : block.breaks?.find(([, next]) => next >= page)
    if (found) return { block: index, offset: found[0] }
  }
  const last = blocks.at(-1)
  return { block: Math.max(0, blocks.length - 1), offset: last ? blockText(last).length : 0 }
}

/** Returns the first words at a place in a part, across blocks that are shorter; undefined if no text follows. */
export function wordsAt(blocks: ReflowBlock[], { block, offset }: Omit<Place, 'part'>): string | undefined {
  let words = ''
  for (let index = block; index < blocks.length && words.length < WORDS_LENGTH; index++) {
    const text = blockText(blocks[index] as ReflowBlock)
    words += `${words && text ? ' ' : ''}${index === block ? text.slice(offset) : text}`
  }
  return truncate(words).trim() || undefined
}

/** Returns the page on which a part of the book ends; undefined for a part without text. */
export function lastPage(blocks: ReflowBlock[] | undefined): number | undefined {
  const last = blocks?.at(-1)
  return last && pageAt(last, Number.POSITIVE_INFINITY)
}

/** Returns the pages that begin in each block, with their offsets, for the marks in the margin. `before` is the page before the blocks. */
export function pageMarks(blocks: ReflowBlock[], before = 0): [offset: number, page: number][][] {
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
