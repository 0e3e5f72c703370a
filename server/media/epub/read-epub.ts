import { blockText, sliceSpans, textOfSpans } from '#contracts/reading/block-text.ts'
import { type BookPages, MAX_OUTLINE_ENTRIES, MAX_PAGE_LABEL, MAX_PAGE_TEXT, MAX_PAGES } from '#contracts/reading/book-pages.ts'
import type { BookReflow, ReflowBlock, ReflowSpan } from '#contracts/reading/book-reflow.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { type EpubBlock, lengthOf } from './epub-block.ts'
import { type Archive, openArchive, resolvePath } from './open-archive.ts'
import { type ReadBlocks, readBlocks } from './read-blocks.ts'
import { type EpubMetadata, type NavEntry, NO_TEXT, readPackage, type Target } from './read-package.ts'
import { parseDocument } from './xml.ts'

/** Number of characters of a page in a book that doesn't list the pages of a printed edition: about a page of a paperback. */
const PAGE_CHARACTERS = 1800
/** Greatest average length of a listed page. A list with fewer pages lists only some of them. */
const MAX_PAGE_CHARACTERS = 20_000
/** Number of characters after which a part ends, so that a part loads fast on a slow line. */
const PART_CHARACTERS = 20 * PAGE_CHARACTERS
const MAX_PART_BLOCKS = 2000
/** Maximum number of parts, and of those that begin at a title: the others are for long chapters. */
const MAX_PARTS = 1500
const MAX_TITLED_PARTS = 1300
const MAX_MARKER = 20

type Part = BookReflow['parts'][number] & { blocks: ReflowBlock[] }
/** Picture block and the path of its image in the archive */
export type PictureSource = { part: number; block: number; path: string }

export type Epub = {
  metadata: EpubMetadata
  pages: BookPages
  reflow: { parts: Part[]; direction: 'ltr' | 'rtl'; language: string | null }
  /** Text of each page */
  texts: string[]
  pictures: PictureSource[]
}

type Place = { part: number; block: number; offset: number }
/** Content document with its blocks, and the place in the book of each block */
type Document = ReadBlocks & { path: string; places: (readonly [part: number, block: number])[] }

/** Reads an EPUB as reflowable text. @throws InvalidFileError for a file that can't be read as text */
export const readEpub = (path: string): Epub => readBook(openArchive(path))

/** Reads the book in an open archive, as `readEpub` does. */
export function readBook(archive: Archive): Epub {
  const { metadata, spine, contents, pageList } = readPackage(archive)
  const documents: Document[] = []
  for (const { path, text } of archive.readTexts(spine)) documents.push({ ...readBlocks(parseDocument(text), path), path, places: [] })
  const characters = documents
    .flatMap(({ blocks }) => blocks)
    .reduce((sum, block) => sum + (block.kind === 'picture' ? 0 : lengthOf(block)), 0)
  if (characters === 0) throw new InvalidFileError(NO_TEXT)
  if (characters > MAX_PAGES * PAGE_CHARACTERS * 0.9) throw new InvalidFileError('Its text is longer than any book’s.')

  const parts = divideIntoParts(documents, contents)
  const find = findPlaces(documents)
  const breaks = findPageBreaks(documents, { pageList, find, characters })
  const { labels, pageCount } = numberPages(parts, breaks)
  const pictures: PictureSource[] = []
  linkBlocks(documents, parts, find)
  for (const { blocks, places } of documents)
    for (const [index, block] of blocks.entries()) {
      const [part = 0, own = 0] = places[index] ?? []
      if (block.kind === 'picture' && archive.has(block.path)) pictures.push({ part, block: own, path: block.path })
    }
  const texts = textsOfPages(parts, pageCount)
  const outline = contents.flatMap(({ title, depth, ...target }) => {
    const place = find(target)
    return place ? [{ title, depth, page: pageAt(parts, place) }] : []
  })
  return {
    metadata,
    pages: { sizes: Array.from({ length: pageCount }, () => null), labels, outline: outline.slice(0, MAX_OUTLINE_ENTRIES), hasText: true },
    reflow: { parts, direction: directionOf(texts), language: metadata.language },
    texts,
    pictures,
  }
}

/** Divides the blocks into parts, at the entries of the table of contents and where a part becomes long. */
function divideIntoParts(documents: Document[], contents: NavEntry[]): Part[] {
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

/** Returns a function that finds the place in the book of a target of a link. */
function findPlaces(documents: Document[]) {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return ({ path, id }: Target): Place | undefined => {
    const document = byPath.get(path)
    if (!document) return undefined
    const place = (id !== undefined && document.ids.get(id)) || { block: 0, offset: 0 }
    // A place after the last block leads to that block.
    const at = document.places[Math.min(place.block, document.places.length - 1)]
    return at && { part: at[0], block: at[1], offset: place.block < document.places.length ? place.offset : 0 }
  }
}

type Break = Place & { label: string }

/** Returns the beginnings of the pages of the printed book, in order: marked in the text, or listed in the navigation. */
function findPageBreaks(
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
function numberPages(parts: Part[], breaks: Break[]): { labels: string[] | null; pageCount: number } {
  let page = 1
  let next = 0
  let counted = 0
  for (const [partIndex, part] of parts.entries())
    for (const [blockIndex, block] of part.blocks.entries()) {
      const length = block.kind === 'picture' ? 0 : lengthOfText(block)
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

type TextBlock = Exclude<ReflowBlock, { kind: 'picture' }>
const lengthOfText = (block: TextBlock) => blockText(block).length

/** Returns the offset after the last space before an offset, so that no word is on two pages. */
function afterSpace(block: TextBlock, offset: number): number {
  const before = blockText(block).slice(0, offset)
  const space = before.search(/\s\S*$/)
  return space < 0 || offset - space > 100 ? offset : space + 1
}

function pageAt(parts: Part[], { part, block, offset }: Place): number {
  const found = parts[part - 1]?.blocks[block]
  if (!found) return 1
  const breaks = found.kind === 'picture' ? [] : (found.breaks ?? [])
  return breaks.findLast(([start]) => start <= offset)?.[1] ?? found.page
}

/** Link of a block to another block. */
type InnerLink = { from: [part: number, block: number]; to: [part: number, block: number]; start: number; end: number; isBack: boolean }

/** Longest text of a link that is the reference of a note, or leads back to it */
const MAX_CALL = 6

/** Turns the links of the documents into links of the blocks, and pairs notes with their references. */
function linkBlocks(documents: Document[], parts: Part[], find: (target: Target) => Place | undefined): void {
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

function textsOfPages(parts: Part[], pageCount: number): string[] {
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

/** Returns the direction of most letters. */
function directionOf(texts: string[]): 'ltr' | 'rtl' {
  const text = texts.slice(0, 50).join(' ').slice(0, 100_000)
  const rtl = text.match(/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu)?.length ?? 0
  return 2 * rtl > (text.match(/\p{L}/gu)?.length ?? 0) ? 'rtl' : 'ltr'
}
