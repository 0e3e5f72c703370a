import { blockText } from '#contracts/reading/block-text.ts'
import { type BookPages, MAX_OUTLINE_TITLE } from '#contracts/reading/book-pages.ts'
import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { isSameTitle, letters } from './heading-levels.ts'

export type MadePart = BookReflow['parts'][number] & { blocks: ReflowBlock[] }

const MAX_PART_PAGES = 20
/** Number of outline levels that divide a book. Levels below chapters divide only long chapters. */
const DEPTHS = 4
/** Minimum number of chapters. If the top level has fewer entries, such as only the book's title, chapters are on the level below. */
const MIN_CHAPTERS = 3

type Mark = { at: number; title: string | null; depth: number }

/** Divides a book into its chapters, and long chapters into their sections or at page boundaries. */
export function splitParts(blocks: ReflowBlock[], outline: BookPages['outline']): MadePart[] {
  const marks = outline.length > 0 ? outlineMarks(blocks, outline) : headingMarks(blocks)
  const chapters = chapterDepth(marks)
  const parts: MadePart[] = []
  const add = (from: number, to: number, title: string | null, depth: number) => {
    const own = blocks.slice(from, to)
    const first = own[0]
    if (!first) return
    const within = marks.filter((mark) => mark.at > from && mark.at < to && mark.depth === depth)
    if (within.length > 0 && (depth <= chapters || pagesOf(own) > MAX_PART_PAGES)) {
      const bounds = [{ at: from, title }, ...within]
      for (const [index, bound] of bounds.entries()) add(bound.at, bounds[index + 1]?.at ?? to, bound.title, depth + 1)
    } else if (depth < DEPTHS) add(from, to, title, depth + 1)
    else {
      for (const [index, piece] of splitLong(own).entries())
        parts.push({
          title: index === 0 ? title : null,
          page: piece[0]?.page ?? first.page,
          characters: countCharacters(piece),
          blocks: piece,
        })
    }
  }
  add(0, blocks.length, marks.find(({ at }) => at === 0)?.title ?? null, 0)
  return parts
}

function chapterDepth(marks: Mark[]) {
  for (let depth = 0; depth < DEPTHS; depth++) if (marks.filter((mark) => mark.depth <= depth).length >= MIN_CHAPTERS) return depth
  return 0
}

function outlineMarks(blocks: ReflowBlock[], outline: BookPages['outline']): Mark[] {
  const marks: Mark[] = []
  let from = 0
  for (const { page, title, depth } of outline) {
    const onPage = blocks.findIndex((block, index) => index >= from && block.page >= page)
    if (onPage === -1) continue
    const named = blocks.findIndex(
      (block, index) => index >= onPage && block.page === page && block.kind === 'heading' && isSameTitle(blockText(block), title),
    )
    const heading = blocks.findIndex((block, index) => index >= onPage && block.page === page && block.kind === 'heading')
    let at = named !== -1 ? named : heading !== -1 && depth === 0 ? heading : onPage
    // Headings directly above a title, such as “Chapter one”, belong to the title.
    while (at > from && blocks[at - 1]?.kind === 'heading' && blocks[at - 1]?.page === page && at - 1 >= onPage) at--
    if (marks.some((mark) => mark.at === at)) continue
    const printed = named === -1 ? '' : blockText(blocks[named] as ReflowBlock)
    marks.push({ at, title: letters(printed) === letters(title) ? printed.slice(0, MAX_OUTLINE_TITLE) : title, depth })
    from = at
  }
  return marks
}

function headingMarks(blocks: ReflowBlock[]): Mark[] {
  return blocks.flatMap((block, at): Mark[] => {
    if (block.kind !== 'heading') return []
    const before = blocks[at - 1]
    const isLower = before?.kind === 'heading' && before.page === block.page && before.level <= block.level
    return isLower ? [] : [{ at, title: blockText(block).slice(0, MAX_OUTLINE_TITLE), depth: block.level - 1 }]
  })
}

/** Splits a long part at a heading or paragraph near every twentieth page. */
function splitLong(blocks: ReflowBlock[]): ReflowBlock[][] {
  const pieces: ReflowBlock[][] = [[]]
  let start = blocks[0]?.page ?? 1
  for (const block of blocks) {
    if (block.page - start >= MAX_PART_PAGES && pieces.at(-1)?.length) {
      pieces.push([])
      start = block.page
    }
    pieces.at(-1)?.push(block)
  }
  return pieces
}

function pagesOf(blocks: ReflowBlock[]) {
  return (blocks.at(-1)?.page ?? 0) - (blocks[0]?.page ?? 0) + 1
}

function countCharacters(blocks: ReflowBlock[]) {
  return blocks.reduce((sum, block) => sum + blockText(block).length, 0)
}
