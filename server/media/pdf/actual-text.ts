import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import { isDictionary, isName, type Operand, type Operation } from './content-stream.ts'

/**
 * Marked-content tag that stands for a text: the text follows in hexadecimal UTF-16. pdf.js reports the tags of marked content, but neither
 * their properties nor the texts of the structure tree.
 */
const TAG = 'ActualText.'
const KEY = Buffer.from('/ActualText')
const STREAM = Buffer.from('stream')
/** Maximum length of a text. Longer texts describe whole pages, whose own text is better. */
const MAX_TEXT = 2000
const MAX_STREAM = 16 * 1024 * 1024
const MAX_ELEMENTS = 200_000

const name = (text: string) => PDFName.of(text)

/** Returns whether a PDF has texts in place of glyphs (ISO 32000-1 §14.9.4), without parsing the file. */
export function mentionsActualText(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length)
  if (bytes.includes(KEY)) return true
  for (let at = bytes.indexOf(STREAM); at !== -1; at = bytes.indexOf(STREAM, at + STREAM.length)) {
    const start = at + STREAM.length + (bytes[at + STREAM.length] === 13 ? 2 : 1)
    const dictionary = bytes.toString('latin1', Math.max(0, at - 400), at)
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1)
    if (!own.includes('FlateDecode') || /\/(?:Image|Length1|CIDFontType0C|Type1C|OpenType|XRef|Metadata)\b/.test(own)) continue
    const end = bytes.indexOf('endstream', start)
    if (end === -1) return false
    if (inflate(bytes.subarray(start, end))?.includes(KEY)) return true
    at = end + 3
  }
  return false
}

function inflate(data: Buffer): Buffer | undefined {
  try {
    return inflateSync(data, { finishFlush: 2, maxOutputLength: MAX_STREAM })
  } catch {
    return undefined
  }
}

/** Returns the tag of a marked-content sequence in which a text stands for the glyphs. */
export function tagOf(text: string): string {
  return TAG + Buffer.from(text.slice(0, MAX_TEXT), 'utf16le').toString('hex')
}

/** Reads the text of a tag; undefined for other tags. */
export function readTag(tag: unknown): string | undefined {
  if (typeof tag !== 'string' || !tag.startsWith(TAG)) return undefined
  return Buffer.from(tag.slice(TAG.length), 'hex').toString('utf16le')
}

type ReadText = (operation: Operation, resources: PDFDict | undefined, texts: ReadonlyMap<number, string> | undefined) => string | undefined

/**
 * Reads the text that stands for the glyphs of a marked-content sequence: in its properties, or in the structure element of its number.
 * Returns undefined if there is none.
 */
export const readActualText: ReadText = ({ operator, operands }, resources, texts) => {
  if (operator !== 'BDC') return undefined
  const properties = operands[1]
  if (isDictionary(properties)) {
    const own = properties.entries.get('ActualText')
    if (typeof own === 'string') return decode(own)
    const id = properties.entries.get('MCID')
    return typeof id === 'number' ? texts?.get(id) : undefined
  }
  return readNamed(properties, resources, texts)
}

function readNamed(properties: Operand | undefined, resources: PDFDict | undefined, texts: ReadonlyMap<number, string> | undefined) {
  if (!isName(properties)) return undefined
  const list = resources?.context.lookup(resources.get(name('Properties')))
  const found = list instanceof PDFDict ? list.context.lookup(list.get(name(properties.name))) : undefined
  if (!(found instanceof PDFDict)) return undefined
  const id = found.context.lookup(found.get(name('MCID')))
  return textOf(found) ?? (id instanceof PDFNumber ? texts?.get(id.asNumber()) : undefined)
}

/** Decodes a text string: UTF-16 or UTF-8 with a byte order mark, or else PDFDocEncoding, of which only Latin letters are used here. */
function decode(bytes: string): string {
  return PDFHexString.of(Buffer.from(bytes, 'latin1').toString('hex')).decodeText()
}

function textOf(element: PDFDict): string | undefined {
  const text = element.context.lookup(element.get(name('ActualText')))
  return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : undefined
}

/**
 * Reads the texts of the structure tree by page and by the number of their marked content. A text that stands for several sequences is that
 * of the first; the others are empty.
 */
export function readStructureTexts({ context, catalog }: PDFDocument): Map<PDFObject, Map<number, string>> {
  const texts = new Map<PDFObject, Map<number, string>>()
  const seen = new Set<PDFObject>()
  const root = context.lookup(catalog.get(name('StructTreeRoot')))
  const open: { node: PDFObject | undefined; page: PDFObject | undefined; text: { rest: string } | undefined }[] = [
    { node: root instanceof PDFDict ? root.get(name('K')) : undefined, page: undefined, text: undefined },
  ]
  for (let next = open.pop(); next && seen.size < MAX_ELEMENTS; next = open.pop()) {
    const { page, text } = next
    const node = context.lookup(next.node)
    if (node instanceof PDFArray) {
      for (const item of node.asArray().toReversed()) open.push({ node: item, page, text })
    } else if (node instanceof PDFNumber) {
      if (page && text) note(page, node.asNumber(), text)
    } else if (node instanceof PDFDict && !seen.has(node)) {
      seen.add(node)
      const own = node.get(name('Pg'))
      const at = own instanceof PDFRef ? (context.lookup(own) ?? page) : page
      const id = context.lookup(node.get(name('MCID')))
      const actual = textOf(node)
      const inner = text ?? (actual === undefined || actual.length > MAX_TEXT ? undefined : { rest: actual })
      if (id instanceof PDFNumber && at && inner) note(at, id.asNumber(), inner)
      else if (!(id instanceof PDFNumber)) open.push({ node: node.get(name('K')), page: at, text: inner })
    }
  }
  return texts

  function note(page: PDFObject, id: number, text: { rest: string }) {
    const own = texts.get(page) ?? new Map<number, string>()
    texts.set(page, own.set(id, text.rest))
    text.rest = ''
  }
}
