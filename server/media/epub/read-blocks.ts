import { storableText } from '#server/platform/storable-text.ts'
import { type BlockBuilder, createBlockBuilder, type TextStyle } from './block-builder.ts'
import { divideBlock, type EpubBlock, type Style, type TextBlock } from './epub-block.ts'
import { createMarkers } from './list-markers.ts'
import { resolvePath } from './open-archive.ts'
import { type Element, isElement, localName, type Node, textOf, typesOf } from './xml.ts'

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
  style: TextStyle
  isQuote: boolean
  isNote: boolean
  /** Whether the list items are notes */
  isNoteList: boolean
  isVerse: boolean
  /** Returns the marker of the next item of the list */
  nextMarker: ((item: Element) => string) | undefined
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
/** Maximum length of an alternative text that stands for a letter, such as a decorated initial. */
const LETTERS = 3

/** Reads the blocks of a content document in order. */
export function readBlocks(document: Element, path: string): ReadBlocks {
  const blocks: EpubBlock[] = []
  const ids = new Map<string, Place>()
  const pageBreaks: ReadBlocks['pageBreaks'] = []
  let text: BlockBuilder = createBlockBuilder()
  let pictures: EpubBlock[] = []
  /** Ids and page breaks in the text that is not yet a block */
  let waiting: { id?: string; label?: string; offset: number }[] = []
  let kind: 'heading' | 'paragraph' | 'code' | 'table' = 'paragraph'
  let level = 1
  let hasHead = false
  let marker: string | undefined
  let hasBreaks = false

  function append(raw: string, { style }: Context) {
    if (kind === 'code') text.appendCode(raw, toStyle(style))
    else text.append(raw, toStyle(kind === 'heading' ? { ...style, bold: false } : style))
  }

  function flush(context: Context) {
    const finished = text.finish(kind === 'table' ? ' \n' : ' \n\t')
    const { length } = text
    const block = blocks.length
    for (const { id, label, offset } of waiting) {
      const place = { block, offset: Math.min(offset, length) }
      if (id !== undefined && !ids.has(id)) ids.set(id, place)
      if (label !== undefined) pageBreaks.push({ ...place, label })
    }
    waiting = []
    if (length > 0) {
      const isLines = kind === 'paragraph' && (hasBreaks || context.isVerse)
      blocks.push(...divideBlock({ kind: toKind(context, isLines), level, marker, hasHead, ...finished }))
      marker = undefined
    }
    blocks.push(...pictures)
    pictures = []
    text = createBlockBuilder()
    hasBreaks = false
  }

  function toKind({ isQuote, isNote, nextMarker }: Context, isLines: boolean): TextBlock['kind'] {
    if (kind !== 'paragraph') return kind
    if (isNote) return 'note'
    if (nextMarker) return 'list-item'
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
    for (const id of [attributes.id, name === 'a' ? attributes.name : undefined]) if (id) waiting.push({ id, offset: text.length })
    if (types.includes('pagebreak') || types.includes('doc-pagebreak')) {
      waiting.push({ label: labelOfBreak(element), offset: text.length })
      return
    }
    if (name === 'br') {
      hasBreaks = true
      if (kind === 'heading' || kind === 'table') append(' ', context)
      else text.appendBreak('\n')
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
    if (name === 'ul' || name === 'ol') inside.nextMarker = createMarkers(element, name)
    if (types.some((type) => NOTE_LISTS.includes(type))) inside.isNoteList = true
    if (name === 'li' && inside.isNoteList) inside.isNote = true
    if (name === 'li' && inside.nextMarker) marker = inside.nextMarker(element)
    if (name === 'dd') inside.isQuote = true
    if (name === 'dt') inside.style = { ...context.style, bold: true }
    visitAll(element.children, inside)
    flush(inside)
    if (name === 'li') marker = undefined
  }

  function visitLink(element: Element, types: string[], context: Context) {
    // The link back from a note to its reference is added by the reader.
    const label = textOf(element)
    if (BACK_ARROW.test(label) || (label.length <= 4 && types.some((type) => BACK_TYPES.includes(type)))) return
    const start = text.length
    visitAll(element.children, context)
    const { href } = element.attributes
    if (href && text.length > start) text.addLink({ start, end: text.length, href })
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
        if (index > 0) text.appendBreak('\n')
        for (const [column, cell] of cells.entries()) {
          if (column > 0) text.appendBreak('\t')
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
  nextMarker: undefined,
}

function toStyle({ sup, italic, bold }: TextStyle): Style | undefined {
  if (sup) return 'sup'
  if (italic) return bold ? 'bi' : 'i'
  return bold ? 'b' : undefined
}

function styleIn(element: Element, name: string, style: TextStyle): TextStyle {
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
