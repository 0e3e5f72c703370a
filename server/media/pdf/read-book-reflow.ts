import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { statedLanguage } from '#server/media/stated-language.ts'
import { type DrawnPage, reflowBook } from '#server/pdf-reflow/reflow-book.ts'
import { isEnglishWord } from './english-words.ts'
import { openPdfium } from './open-pdfium.ts'
import { openVisiblePdf } from './open-visible-pdf.ts'
import { placeText } from './place-text.ts'
import { readOutline } from './read-book-pages.ts'
import { readPageLinks } from './read-page-links.ts'

/** Maximum size of a PDF for reflowable text, since a file is read into memory as a whole. */
const MAX_BYTES = 128 * 1024 * 1024
const MAX_OBJECTS = 2000
/** Minimum number of lines and shapes of a drawing. A page of text that was converted to outlines has one for each letter. */
const MIN_PATHS = 50

/** Maximum number of pages for reflowable text: longer books are reference works, and would occupy the process for minutes. */
const MAX_REFLOW_PAGES = 2000

/** Reads the reflowable text of a PDF; null if its quality is too low or the PDF is too long. Runs in the sandbox process. */
export async function readBookReflow(path: string) {
  const { reflowed, document } = await reflowPdf(path)
  if (!reflowed?.isReadable) return null
  const { parts, direction } = reflowed
  return { parts, direction, language: await readLanguage(document) }
}

/** Reads the reflowable text of a PDF in any quality; undefined if the PDF is too long. */
export async function reflowPdf(path: string) {
  const { document, data } = (await openVisiblePdf(path)) ?? {}
  if (!document) throw new InvalidFileError('It needs a password.')
  if (document.numPages > MAX_REFLOW_PAGES) return { document, reflowed: undefined }
  const outline = await readOutline(document).catch(() => [])
  return { document, reflowed: await reflowBook(readDrawnPages(document, data ?? path), outline, isEnglishWord) }
}

/** Reads the drawn objects of each page. An unreadable page has no objects. */
export async function* readDrawnPages(document: PDFDocumentProxy, file: string | Uint8Array): AsyncGenerator<DrawnPage> {
  const findObjects = await openObjectFinder(file)
  const fontNames = new Map<string, string>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number).catch(() => undefined)
    const texts = page ? await placeText(page).catch(() => []) : []
    if (page) await readFontNames(page, new Set(texts.map(({ font }) => font)), fontNames).catch(() => undefined)
    const { width = 0, height = 0, transform } = page?.getViewport({ scale: 1 }) ?? {}
    const { bounds, hasDrawing } = findObjects(number)
    const images = transform ? bounds.map((one) => toBox(one, transform)) : []
    const annotations = page ? ((await page.getAnnotations().catch(() => [])) as { subtype?: string }[]) : []
    const fieldCount = annotations.filter(({ subtype }) => subtype === 'Widget').length
    const links = page ? await readPageLinks(document, page).catch(() => []) : []
    yield { width, height, texts, fontNames, images, hasDrawing, fieldCount, links }
    page?.cleanup()
  }
}

function toBox([left, bottom, right, top]: Bounds, transform: number[]): DrawnPage['images'][number] {
  const corners = [
    [left, bottom],
    [right, top],
  ]
  for (const corner of corners) Util.applyTransform(corner, transform)
  const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = corners as [number[], number[]]
  return [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)]
}

/** Reads the PostScript names of a page's fonts, which pdf.js provides only after it has read the page's operators. */
async function readFontNames(page: PDFPageProxy, fonts: Set<string>, names: Map<string, string>): Promise<void> {
  if ([...fonts].every((font) => names.has(font))) return
  await page.getOperatorList()
  for (const font of fonts) {
    const name = page.commonObjs.has(font) ? (page.commonObjs.get(font) as { name?: string }).name : undefined
    names.set(font, name ?? '')
  }
}

/** Returns the document's language. */
export async function readLanguage(document: PDFDocumentProxy): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }))
  return statedLanguage((info as { Language?: unknown }).Language)
}

/** Left, bottom, right and top in the page's own coordinates, whose origin is at the bottom. */
type Bounds = [number, number, number, number]

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

/**
 * Finds the positions of images on a page, counted from 1, without decoding them, and whether the page has a drawing. Finds none if PDFium
 * can't open the file.
 */
async function openObjectFinder(file: string | Uint8Array): Promise<(page: number) => { bounds: Bounds[]; hasDrawing: boolean }> {
  const library = await openPdfium()
  const data = typeof file !== 'string' ? file : (await stat(file)).size > MAX_BYTES ? undefined : readFileSync(file)
  const document = data && (await library.loadDocument(data).catch(() => undefined))
  let pointer: number | undefined
  return (number) => {
    const page = document && number <= document.getPageCount() ? document.getPage(number - 1) : undefined
    if (!page) return { bounds: [], hasDrawing: false }
    const { module, pageIdx } = page as unknown as Internals
    pointer ??= module.wasmExports.malloc(16)
    const bounds: Bounds[] = []
    let [paths, forms] = [0, 0]
    const count = Math.min(page.getObjectCount(), MAX_OBJECTS)
    for (let index = 0; index < count; index++) {
      const { type } = page.getObject(index)
      if (type === 'path') paths += 1
      if (type === 'form') forms += 1
      if (type !== 'image') continue
      const object = module._FPDFPage_GetObject(pageIdx, index)
      if (!module._FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) continue
      bounds.push([...module.HEAPF32.subarray(pointer / 4, pointer / 4 + 4)] as Bounds)
    }
    return { bounds, hasDrawing: paths >= MIN_PATHS || forms > 0 }
  }
}
