import type { ReflowBlock, ReflowSpan } from '#contracts/reading/book-reflow.ts'
import { type EpubBlock, lengthOf, MAX_MARKER } from './epub-block.ts'
import type { Document, Part } from './epub-document.ts'
import { PAGE_CHARACTERS } from './number-pages.ts'
import type { NavEntry } from './read-package.ts'

/** Number of characters after which a part ends, so that a part loads fast on a slow line. */
const PART_CHARACTERS = 20 * PAGE_CHARACTERS
const MAX_PART_BLOCKS = 2000
/** Maximum number of parts, and of those that begin at a title: the others are for long chapters. */
const MAX_PARTS = 1500
const MAX_TITLED_PARTS = 1300

/** Divides the blocks into parts, at the entries of the table of contents and where a part becomes long. */
export function divideIntoParts(documents: Document[], contents: NavEntry[]): Part[] {
  const parts: Part[] = []
  const begin = (title: string | null) => {
    parts.push({ title, page: 1, characters: 0, blocks: [] })
  }
  const titles = titlesByBlock(documents, contents)
  const isTitled = titles.size > 0
  for (const [number, { blocks, places }] of documents.entries()) {
    const heading = blocks.find((block) => block.kind === 'heading')
    const own = !isTitled && heading?.kind === 'heading' ? headingText(heading).slice(0, 300) : undefined
    for (const [index, block] of blocks.entries()) {
      const title = titles.get(`${number} ${index}`) ?? (index === 0 ? own : undefined)
      const last = parts.at(-1)
      const isLong = last && (last.characters > PART_CHARACTERS || last.blocks.length >= MAX_PART_BLOCKS)
      if (
        !last ||
        (title !== undefined && last.blocks.length > 0 && parts.length < MAX_TITLED_PARTS) ||
        (isLong && parts.length < MAX_PARTS)
      )
        begin(title ?? null)
      else if (title !== undefined && last.title === null && last.blocks.length === 0) last.title = title
      const part = parts.at(-1)
      if (!part) continue
      places.push([parts.length, part.blocks.length])
      part.blocks.push(toReflow(block))
      part.characters += block.kind === 'picture' ? 0 : lengthOf(block)
    }
  }
  return parts
}

/** Returns the titles of the table of contents by the blocks at which their chapters begin. The first title of a block counts. */
function titlesByBlock(documents: Document[], contents: NavEntry[]): Map<string, string> {
  const titles = new Map<string, string>()
  const numbers = new Map(documents.map(({ path }, number) => [path, number]))
  for (const { path, id, title, depth } of contents) {
    const number = numbers.get(path) ?? -1
    const found = documents[number]
    if (!found || depth > 1) continue
    const block = id === undefined ? 0 : (found.ids.get(id)?.block ?? 0)
    const key = `${number} ${block}`
    if (!titles.has(key)) titles.set(key, title)
  }
  return titles
}

function toReflow(block: EpubBlock): ReflowBlock {
  if (block.kind === 'picture') return { kind: 'picture', page: 1, ...(block.alt && { alt: block.alt }) }
  const text = block.spans.map(({ text, style }): ReflowSpan => (style ? [text, style] : text))
  const words = { page: 1, text }
  if (block.kind === 'heading') return { kind: 'heading', level: block.level, ...words }
  if (block.kind === 'table') return { kind: 'table', ...(block.hasHead && { hasHead: true }), ...words }
  if (block.kind === 'list-item') return { kind: 'list-item', ...(block.marker && { marker: block.marker.slice(0, MAX_MARKER) }), ...words }
  // A note becomes a note once its reference is found.
  if (block.kind === 'note') return { kind: 'paragraph', ...words }
  return { kind: block.kind, ...words }
}

const headingText = ({ spans }: { spans: { text: string }[] }) => spans.map(({ text }) => text).join('')
