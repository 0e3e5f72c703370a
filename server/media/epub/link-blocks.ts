import { blockText, sliceSpans, textOfSpans } from '#contracts/reading/block-text.ts'
import type { ReflowBlock, ReflowSpan } from '#contracts/reading/book-reflow.ts'
import { MAX_MARKER } from './epub-block.ts'
import type { Document, Part, Place } from './epub-document.ts'
import { resolvePath } from './open-archive.ts'
import type { Target } from './read-package.ts'

type TextBlock = Exclude<ReflowBlock, { kind: 'picture' }>

/** Link of a block to another block. */
type InnerLink = { from: [part: number, block: number]; to: [part: number, block: number]; start: number; end: number; isBack: boolean }

/** Longest text of a link that is the reference of a note, or leads back to it */
const MAX_CALL = 6

/** Turns the links of the documents into links of the blocks, and pairs notes with their references. */
export function linkBlocks(documents: Document[], parts: Part[], find: (target: Target) => Place | undefined): void {
  const textAt = ([part, block]: [number, number]) => {
    const found = parts[part - 1]?.blocks[block]
    return found && found.kind !== 'picture' ? found : undefined
  }
  const notes = new Set<string>()
  const inner: InnerLink[] = []
  for (const { path, blocks, places } of documents)
    for (const [index, source] of blocks.entries()) {
      const [part, number] = places[index] ?? []
      if (source.kind === 'picture' || part === undefined || number === undefined) continue
      const from: [number, number] = [part, number]
      if (source.kind === 'note') notes.add(String(from))
      for (const { start, end, href } of source.links) {
        const address = /^(https?|mailto|tel):/i.test(href.trim()) ? toAddress(href) : undefined
        const target = address ? undefined : resolvePath(path, href)
        const place = target && find(target)
        const block = textAt(from)
        if (block && address) block.links = [...(block.links ?? []), [start, end, address]]
        else if (place && end - start > 0) inner.push({ from, to: [place.part, place.block], start, end, isBack: false })
      }
    }
  for (const note of findUnmarkedNotes(inner, textAt)) notes.add(note)
  const callOf = new Map<string, InnerLink>()
  for (const link of inner) {
    const block = textAt(link.from)
    if (!block) continue
    const [from, to] = [String(link.from), String(link.to)]
    if (notes.has(to) && !notes.has(from) && !link.isBack) {
      block.noteCalls = [...(block.noteCalls ?? []), [link.start, ...link.to]]
      if (!callOf.has(to)) callOf.set(to, link)
    } else if (!link.isBack && !(notes.has(from) && blockText(block).slice(link.start, link.end).trim().length <= 2))
      block.links = [...(block.links ?? []), [link.start, link.end, link.to]]
  }
  for (const [note, { from, start, end, to }] of callOf) {
    const [block, called] = [textAt(to), textAt(from)]
    const marker = called && blockText(called).slice(start, end).trim().slice(0, MAX_MARKER)
    const own = parts[to[0] - 1]
    if (!own || !block || !marker || !notes.has(note)) continue
    const { kind: _, ...words } = block
    own.blocks[to[1]] = { ...words, kind: 'note', marker, calledAt: [...from, start] }
  }
  // References become superscript last, since the offsets of the links count the characters of the text and not its spans.
  for (const { from, start, end, to } of inner)
    if (notes.has(String(to)) && !notes.has(String(from))) {
      const block = textAt(from)
      if (block) block.text = raise(block.text, start, end)
    }
}

/**
 * Finds notes that the file does not mark: paragraphs that begin with a short link back to the block with the short link that leads to them.
 * The link back is removed from their text.
 */
function findUnmarkedNotes(links: InnerLink[], textAt: (place: [number, number]) => TextBlock | undefined): string[] {
  const isShort = ({ start, end }: InnerLink) => end - start <= MAX_CALL
  const linksFrom = Map.groupBy(links, ({ from }) => String(from))
  const backs = new Map(links.flatMap((link) => (link.start <= 1 && isShort(link) ? [[`${link.from} ${link.to}`, link] as const] : [])))
  return links.flatMap((call) => {
    const back = backs.get(`${call.to} ${call.from}`)
    const note = textAt(call.to)
    if (!back || back === call || !isShort(call) || call.start === 0 || !note || !['paragraph', 'list-item'].includes(note.kind)) return []
    if (!back.isBack) dropStart(note, linksFrom.get(String(call.to)) ?? [], back.end)
    back.isBack = true
    return [String(call.to)]
  })
}

/** Removes the beginning of a block, and the punctuation and the space after it. */
function dropStart(block: TextBlock, links: InnerLink[], end: number): void {
  const rest = blockText(block).slice(end)
  const dropped = end + (/^[\])}.:]*\s*/.exec(rest)?.[0].length ?? 0)
  if (dropped >= blockText(block).length) return
  block.text = sliceSpans(block.text, dropped)
  block.breaks = block.breaks?.map(([offset, page]): [number, number] => [Math.max(0, offset - dropped), page])
  block.links = block.links?.flatMap(([from, to, target]): [number, number, typeof target][] =>
    from >= dropped ? [[from - dropped, to - dropped, target]] : [],
  )
  for (const link of links) {
    link.start = Math.max(0, link.start - dropped)
    link.end = Math.max(0, link.end - dropped)
  }
}

/** Makes a range of a text superscript, as a span of its own, which the reference of a note is. */
function raise(text: ReflowSpan[], start: number, end: number): ReflowSpan[] {
  return [...sliceSpans(text, 0, start), [textOfSpans(sliceSpans(text, start, end)), 'sup'], ...sliceSpans(text, end)]
}

function toAddress(href: string): string | undefined {
  const address = href.trim().replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase())
  return address.length <= 2000 && address.isWellFormed() && !address.includes('\0') ? address : undefined
}
