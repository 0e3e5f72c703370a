import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { BookReflow } from '#contracts/reading/book-reflow.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { buildLines } from '#server/pdf-reflow/build-lines.ts'
import { buildReflow, type ReflowPage } from '#server/pdf-reflow/build-reflow.ts'
import { type Box, choosePictures, withoutRepeated } from '#server/pdf-reflow/picture-boxes.ts'
import type { SpanStyle } from '#server/pdf-reflow/reflow-line.ts'
import { GOOD_SCORE } from '#server/pdf-reflow/reflow-score.ts'
import type { MadePart } from '#server/pdf-reflow/split-parts.ts'
import { openPdfium } from './open-pdfium.ts'
import { openVisiblePdf } from './open-visible-pdf.ts'
import { placeText } from './place-text.ts'
import { readOutline } from './read-book-pages.ts'

/** Size limit: files are read into memory as a whole. */
const MAX_BYTES = 128 * 1024 * 1024
const MAX_OBJECTS = 2000

/** Page limit: longer books are reference works, and would occupy the process for minutes. */
const MAX_REFLOW_PAGES = 2000

type ReadReflow = Omit<BookReflow, 'parts'> & { parts: MadePart[] }

/** Reads the reflowable text of a PDF; null if the text is not good enough. Runs in the sandbox process. */
export async function readBookReflow(path: string): Promise<ReadReflow | null> {
  const { document, data } = (await openVisiblePdf(path)) ?? {}
  if (!document) throw new InvalidFileError('It needs a password.')
  if (document.numPages > MAX_REFLOW_PAGES) return null
  const { pages, direction, ...signs } = await readReflowPages(document, data ?? path)
  const outline = await readOutline(document).catch(() => [])
  const { parts, score } = buildReflow(pages, { outline, ...signs })
  if (score < GOOD_SCORE || parts.length === 0) return null
  return { parts, direction, language: await readLanguage(document) }
}

export async function readReflowPages(document: PDFDocumentProxy, file: string | Uint8Array) {
  const findPictures = await openPictureFinder(file)
  const fonts = new Map<string, SpanStyle>()
  const letters = { ltr: 0, rtl: 0, sideways: 0 }
  const pages: ReflowPage[] = []
  let fieldCount = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number).catch(() => undefined)
    const pieces = page ? await placeText(page).catch(() => []) : []
    if (page) await readFonts(page, new Set(pieces.map(({ font }) => font)), fonts).catch(() => undefined)
    for (const { isRtl, isVertical, turn, text } of pieces) {
      letters[isRtl ? 'rtl' : 'ltr'] += text.trim().length
      if (isVertical || turn !== 0) letters.sideways += text.trim().length
    }
    const { width = 0, height = 0, transform } = page?.getViewport({ scale: 1 }) ?? {}
    const characters = pieces.reduce((sum, { text }) => sum + text.length, 0)
    const boxes = transform ? findPictures(number).map((bounds) => toBox(bounds, transform)) : []
    const pictures = choosePictures(boxes, { width, height, characters })
    pages.push({ page: number, lines: buildLines(pieces, { page: number, width, fonts }), pictures })
    const annotations = page ? ((await page.getAnnotations().catch(() => [])) as { subtype?: string }[]) : []
    fieldCount += annotations.filter(({ subtype }) => subtype === 'Widget').length
    page?.cleanup()
  }
  const direction = letters.rtl > letters.ltr ? ('rtl' as const) : ('ltr' as const)
  return {
    pages: withoutRepeated(pages),
    direction,
    sidewaysShare: letters.sideways / Math.max(1, letters.ltr + letters.rtl),
    fieldCount,
  }
}

function toBox([left, bottom, right, top]: Bounds, transform: number[]): Box {
  const corners = [
    [left, bottom],
    [right, top],
  ]
  for (const corner of corners) Util.applyTransform(corner, transform)
  const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = corners as [number[], number[]]
  return [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)]
}

/** Reads font styles from the names of fonts, which pdf.js knows only after it has read the page's operators. */
async function readFonts(page: PDFPageProxy, names: Set<string>, fonts: Map<string, SpanStyle>): Promise<void> {
  if ([...names].every((name) => fonts.has(name))) return
  await page.getOperatorList()
  for (const name of names) {
    const font = page.commonObjs.has(name) ? (page.commonObjs.get(name) as { name?: string }).name : undefined
    fonts.set(name, readStyle(font ?? ''))
  }
}

function readStyle(name: string): SpanStyle {
  const isBold = /bold|black|heavy|demi|[-,]bd/i.test(name) && !/semilight/i.test(name)
  const isItalic = /ital|obliq|[-,](?:it|bi)(?:$|\W)|slanted/i.test(name)
  return `${isBold ? 'b' : ''}${isItalic ? 'i' : ''}` as SpanStyle
}

/** Returns the document's language if it has the form of a language tag: letters, digits and hyphens. */
async function readLanguage(document: PDFDocumentProxy): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  const language = (info as { Language?: unknown }).Language
  return typeof language === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(language) && language.length <= 35 ? language : null
}

/** Left, bottom, right and top in the page's own coordinates, whose origin is at the bottom. */
type Bounds = [number, number, number, number]

type FindPictures = (page: number) => Bounds[]

/** Private members of the PDFium library: its public classes don't expose the position of an object. */
type Internals = {
  module: {
    _FPDFPage_GetObject: (page: number, index: number) => number
    _FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number
    HEAPF32: Float32Array
    wasmExports: { malloc: (bytes: number) => number }
  }
  pageIdx: number
}

/** Finds the positions of images on a page, counted from 1, without decoding them. Finds none if PDFium can't open the file. */
async function openPictureFinder(file: string | Uint8Array): Promise<FindPictures> {
  const library = await openPdfium()
  const data = typeof file !== 'string' ? file : (await stat(file)).size > MAX_BYTES ? undefined : readFileSync(file)
  const document = data && (await library.loadDocument(data).catch(() => undefined))
  let pointer: number | undefined
  return (number) => {
    const page = document && number <= document.getPageCount() ? document.getPage(number - 1) : undefined
    if (!page) return []
    const { module, pageIdx } = page as unknown as Internals
    pointer ??= module.wasmExports.malloc(16)
    const found: Bounds[] = []
    const count = Math.min(page.getObjectCount(), MAX_OBJECTS)
    for (let index = 0; index < count; index++) {
      if (page.getObject(index).type !== 'image') continue
      const object = module._FPDFPage_GetObject(pageIdx, index)
      if (!module._FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) continue
      found.push([...module.HEAPF32.subarray(pointer / 4, pointer / 4 + 4)] as Bounds)
    }
    return found
  }
}
