import { storableText } from '#server/platform/storable-text.ts'
import { resolvePath } from './open-archive.ts'
import { type Element, isElement, localName, type Node, textOf, typesOf } from './xml.ts'

export type Style = 'i' | 'b' | 'bi' | 'sup'
/** Text of a block, in one style. */
export type Span = { text: string; style: Style | undefined }
type Link = { start: number; end: number; href: string }

/** Block of a content document. Offsets count the characters of its text. */
export type EpubBlock =
  | {
      kind: 'heading' | 'paragraph' | 'quote' | 'lines' | 'code' | 'table' | 'list-item' | 'note'
      level: number
      marker: string | undefined
      hasHead: boolean
      spans: Span[]
      links: Link[]
    }
  | { kind: 'picture'; path: string; alt: string }

/** Place in a content document: index of a block, and an offset in its text */
type Place = { block: number; offset: number }
export type ReadBlocks = {
  blocks: EpubBlock[]
  /** Places of the elements with ids */
  ids: Map<string, Place>
  /** Places at which pages of the printed book begin */
  pageBreaks: (Place & { label: string })[]
}

type Context = {
  style: { italic: boolean; bold: boolean; sup: boolean }
  isQuote: boolean
  isNote: boolean
  /** Whether the list items are notes */
  isNoteList: boolean
  isVerse: boolean
  list: { marker: (item: Element) => string } | undefined
}

const BLOCKS = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main nav object ol p pre section summary table ul'.split(
    ' ',
  ),
)
const ITALIC = new Set(['i', 'em', 'cite', 'dfn', 'var'])
const BOLD = new Set(['b', 'strong'])
const NOTE_TYPES = ['footnote', 'endnote', 'rearnote', 'note', 'doc-footnote', 'doc-endnote']
const NOTE_LISTS = ['footnotes', 'endnotes', 'rearnotes', 'doc-endnotes', 'doc-footnotes']
const BACK_TYPES = ['backlink', 'doc-backlink', 'referrer']
/** Text of a link back to the reference of a note */
const BACK_ARROW = /^[↑↩↵⤴⏎←^][\ufe0e\ufe0f]?$/
const VERSE_TYPES = ['z3998:poem', 'z3998:verse', 'z3998:song', 'z3998:hymn']
/** Maximum length of a block. Longer texts are divided. */
const MAX_TEXT = 100_000
const MAX_LINKS = 1000
/** Maximum number of spans, so that there is room for those that references of notes cut off: two for each. */
const MAX_SPANS = 10_000 - 2 * MAX_LINKS
/** Maximum length of an alternative text that stands for a letter, such as a decorated initial. */
const LETTERS = 3

/** Reads the blocks of a content document in order. */
export function readBlocks(document: Element, path: string): ReadBlocks {
  const blocks: EpubBlock[] = []
  const ids = new Map<string, Place>()
  const pageBreaks: ReadBlocks['pageBreaks'] = []
  let spans: Span[] = []
  let links: Link[] = []
  let length = 0
  let pictures: EpubBlock[] = []
  /** Ids and page breaks in the text that is not yet a block */
  let waiting: { id?: string; label?: string; offset: number }[] = []
  let kind: 'heading' | 'paragraph' | 'code' | 'table' = 'paragraph'
  let level = 1
  let hasHead = false
  let marker: string | undefined
  let hasBreaks = false

  function append(raw: string, { style }: Context) {
    let text = storableText(raw).replaceAll('\u00ad', '')
    if (kind !== 'code') {
      text = text.replaceAll(/[ \t\r\n\f]+/g, ' ')
      const before = spans.at(-1)?.text.at(-1)
      if (before === undefined || /[ \n\t]/.test(before)) text = text.replace(/^ /, '')
    } else text = text.replaceAll('\r\n', '\n').replaceAll('\t', '    ')
    if (text === '') return
    const styled = style.sup
      ? 'sup'
      : style.italic && style.bold
        ? 'bi'
        : style.italic
          ? 'i'
          : style.bold && kind !== 'heading'
            ? 'b'
            : undefined
    const last = spans.at(-1)
    if (last && last.style === styled) last.text += text
    else spans.push({ text, style: styled })
    length += text.length
  }

  /** Adds a line feed or a tab in place of white space at the end. */
  function appendBreak(mark: '\n' | '\t') {
    trimEnd(' ')
    const last = spans.at(-1)
    if (!last) return
    last.text += mark
    length += 1
  }

  function trimEnd(characters: string) {
    for (let last = spans.at(-1); last; last = spans.at(-1)) {
      let kept = last.text.length
      while (kept > 0 && characters.includes(last.text.charAt(kept - 1))) kept -= 1
      length -= last.text.length - kept
      last.text = last.text.slice(0, kept)
      if (kept > 0) return
      spans.pop()
    }
  }

  function flush(context: Context) {
    trimEnd(kind === 'table' ? ' \n' : ' \n\t')
    const own = {
      spans,
      links: links.flatMap((link) => (link.start < length ? [{ ...link, end: Math.min(link.end, length) }] : [])),
      length,
    }
    const block = blocks.length
    for (const { id, label, offset } of waiting) {
      const place = { block, offset: Math.min(offset, length) }
      if (id !== undefined && !ids.has(id)) ids.set(id, place)
      if (label !== undefined) pageBreaks.push({ ...place, label })
    }
    waiting = []
    if (own.length > 0) {
      const isLines = kind === 'paragraph' && (hasBreaks || context.isVerse)
      const whole = {
        kind: toKind(context, isLines),
        level,
        marker,
        hasHead,
        spans: own.spans,
        links: own.links.filter(({ start, end }) => end > start).slice(0, MAX_LINKS),
      }
      blocks.push(...divide(whole))
      marker = undefined
    }
    blocks.push(...pictures)
    pictures = []
    spans = []
    links = []
    length = 0
    hasBreaks = false
  }

  function toKind({ isQuote, isNote, list }: Context, isLines: boolean): TextBlock['kind'] {
    if (kind !== 'paragraph') return kind
    if (isNote) return 'note'
    if (list) return 'list-item'
    if (isLines) return 'lines'
    return isQuote ? 'quote' : 'paragraph'
  }

  function visitAll(nodes: Node[], context: Context) {
    for (const node of nodes) {
      if (!isElement(node)) append(node, context)
      else visit(node, context)
    }
  }

  function visit(element: Element, context: Context) {
    const name = localName(element.name)
    const { attributes } = element
    const types = typesOf(element)
    if ('hidden' in attributes && name !== 'nav') return
    const isBlock = BLOCKS.has(name)
    if (isBlock && kind !== 'table') flush(context)
    for (const id of [attributes.id, name === 'a' ? attributes.name : undefined]) if (id) waiting.push({ id, offset: length })
    if (types.includes('pagebreak') || types.includes('doc-pagebreak')) {
      waiting.push({ label: labelOfBreak(element), offset: length })
      return
    }
    if (name === 'br') {
      hasBreaks = true
      if (kind === 'heading' || kind === 'table') append(' ', context)
      else appendBreak('\n')
    } else if (name === 'img' || name === 'image') visitPicture(element)
    else if (name === 'math') append(attributes.alttext ?? textOf(element), context)
    else if (name === 'svg') {
      for (const child of element.children.filter(isElement)) visitSvg(child)
    } else if (name === 'rt' || name === 'rp') return
    else if (kind === 'table' && isBlock) {
      append(' ', context)
      visitAll(element.children, context)
      append(' ', context)
    } else if (/^h[1-6]$/.test(name)) {
      asKind('heading', context, () => {
        level = Math.min(Number(name[1]), 3)
        visitAll(element.children, context)
      })
    } else if (name === 'pre') asKind('code', context, () => visitAll(element.children, context))
    else if (name === 'table') visitTable(element, context)
    else if (name === 'a') visitLink(element, types, context)
    else if (isBlock) visitBlock(element, { name, types, context })
    else visitAll(element.children, { ...context, style: styleIn(element, name, context.style) })
    if (isBlock && kind !== 'table') flush(context)
  }

  function asKind(own: typeof kind, context: Context, work: () => void) {
    const former = kind
    kind = own
    work()
    flush(context)
    kind = former
  }

  function visitBlock(element: Element, { name, types, context }: { name: string; types: string[]; context: Context }) {
    const inside = { ...context }
    if (name === 'blockquote' || types.includes('epigraph') || types.includes('doc-epigraph')) inside.isQuote = true
    if (types.some((type) => NOTE_TYPES.includes(type))) inside.isNote = true
    if (types.some((type) => VERSE_TYPES.includes(type))) inside.isVerse = true
    if (name === 'ul' || name === 'ol') inside.list = createList(element, name)
    if (types.some((type) => NOTE_LISTS.includes(type))) inside.isNoteList = true
    if (name === 'li' && inside.isNoteList) inside.isNote = true
    if (name === 'li' && inside.list) marker = inside.list.marker(element)
    if (name === 'dd') inside.isQuote = true
    if (name === 'dt') inside.style = { ...context.style, bold: true }
    visitAll(element.children, inside)
    flush(inside)
    if (name === 'li') marker = undefined
  }

  function visitLink(element: Element, types: string[], context: Context) {
    // The link back from a note to its reference is added by the reader.
    const text = textOf(element)
    if (BACK_ARROW.test(text) || (text.length <= 4 && types.some((type) => BACK_TYPES.includes(type)))) return
    const start = length
    visitAll(element.children, context)
    const { href } = element.attributes
    if (href && length > start) links.push({ start, end: length, href })
  }

  function visitPicture({ attributes }: Element) {
    const target = resolvePath(path, attributes.src ?? attributes['xlink:href'] ?? attributes.href ?? '')
    const alt = storableText(attributes.alt ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 1000)
    // A decorated initial belongs to the word that it begins.
    if (alt && alt.length <= LETTERS && kind !== 'table') return append(alt, PLAIN)
    if (target) pictures.push({ kind: 'picture', path: target.path, alt })
  }

  function visitSvg(element: Element) {
    if (localName(element.name) === 'image') visitPicture(element)
    else for (const child of element.children.filter(isElement)) visitSvg(child)
  }

  function visitTable(table: Element, context: Context) {
    flush(context)
    const rows = rowsOf(table)
    const caption = table.children.filter(isElement).find(({ name }) => localName(name) === 'caption')
    if (caption) {
      visitAll(caption.children, context)
      flush(context)
    }
    // A table with a single column lays out text.
    if (rows.every(({ cells }) => cells.length <= 1)) {
      for (const { cells } of rows) for (const cell of cells) visitBlock(cell, { name: 'div', types: [], context })
      return
    }
    asKind('table', context, () => {
      hasHead = rows[0]?.isHead === true
      for (const [index, { cells }] of rows.entries()) {
        if (index > 0) appendBreak('\n')
        for (const [column, cell] of cells.entries()) {
          if (column > 0) appendBreak('\t')
          visitAll(cell.children, context)
        }
      }
    })
    hasHead = false
  }

  visit(document, PLAIN)
  flush(PLAIN)
  return { blocks, ids, pageBreaks }
}

const PLAIN: Context = {
  style: { italic: false, bold: false, sup: false },
  isQuote: false,
  isNote: false,
  isNoteList: false,
  isVerse: false,
  list: undefined,
}

function styleIn(element: Element, name: string, style: Context['style']): Context['style'] {
  const css = element.attributes.style ?? ''
  return {
    italic: style.italic || ITALIC.has(name) || /font-style:\s*(italic|oblique)/i.test(css),
    bold: style.bold || BOLD.has(name) || /font-weight:\s*(bold|[6-9]00)/i.test(css),
    sup: style.sup || name === 'sup' || /vertical-align:\s*super/i.test(css),
  }
}

function labelOfBreak(element: Element): string {
  const { attributes } = element
  return storableText(attributes['aria-label'] ?? attributes.title ?? textOf(element))
    .trim()
    .slice(0, 40)
}

/** Returns the rows of a table with their cells. Rows of nested tables belong to their cell. */
function rowsOf(table: Element) {
  const rows: { cells: Element[]; isHead: boolean }[] = []
  const visit = (element: Element, isHead: boolean) => {
    for (const child of element.children.filter(isElement)) {
      const name = localName(child.name)
      if (name === 'thead' || name === 'tbody' || name === 'tfoot') visit(child, name === 'thead')
      if (name !== 'tr') continue
      const cells = child.children.filter(isElement).filter((cell) => ['td', 'th'].includes(localName(cell.name)))
      if (cells.length > 0) rows.push({ cells, isHead: isHead || cells.every((cell) => localName(cell.name) === 'th') })
    }
  }
  visit(table, false)
  return rows
}

function createList({ attributes }: Element, name: 'ul' | 'ol') {
  if (name === 'ul') return { marker: () => '•' }
  const start = Number(attributes.start)
  let number = Number.isSafeInteger(start) && attributes.start ? start : 1
  return {
    marker: ({ attributes: { value } }: Element) => {
      if (value && Number.isSafeInteger(Number(value))) number = Number(value)
      return `${toNumeral(number++, attributes.type)}.`
    },
  }
}

const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function toNumeral(number: number, type: string | undefined): string {
  if (number < 1 || number > 3000 || !type || type === '1') return String(number)
  if (type.toLowerCase() === 'a' && number <= 26) return String.fromCharCode((type === 'a' ? 96 : 64) + number)
  if (type.toLowerCase() !== 'i') return String(number)
  let rest = number
  let numeral = ''
  for (const [value, letters] of ROMAN)
    while (rest >= value) {
      numeral += letters
      rest -= value
    }
  return type === 'I' ? numeral.toUpperCase() : numeral
}

type TextBlock = Exclude<EpubBlock, { kind: 'picture' }>

export const lengthOf = ({ spans }: Pick<TextBlock, 'spans'>): number => spans.reduce((sum, { text }) => sum + text.length, 0)

/** Divides a block that is longer than a block may be. Links across a division are dropped. */
function divide(block: TextBlock): TextBlock[] {
  if (lengthOf(block) <= MAX_TEXT && block.spans.length <= MAX_SPANS) return [block]
  const parts: TextBlock[] = []
  let spans: Span[] = []
  let length = 0
  let from = 0
  const end = () => {
    const to = from + length
    const inside = block.links.filter(({ start, end }) => start >= from && end <= to)
    parts.push({ ...block, spans, links: inside.map((link) => ({ ...link, start: link.start - from, end: link.end - from })) })
    ;[spans, from, length] = [[], to, 0]
  }
  for (const span of block.spans)
    for (let rest = span.text; rest !== ''; ) {
      const text = rest.slice(0, MAX_TEXT - length)
      spans.push({ ...span, text })
      length += text.length
      rest = rest.slice(text.length)
      if (length >= MAX_TEXT || spans.length >= MAX_SPANS) end()
    }
  if (length > 0) end()
  return parts
}
