import type { PDFDocumentProxy } from 'pdfjs-dist'
import {
  type BookPages,
  MAX_OUTLINE_DEPTH,
  MAX_OUTLINE_ENTRIES,
  MAX_OUTLINE_TITLE,
  MAX_PAGE_LABEL,
  MAX_PAGES,
} from '#contracts/reading/book-pages.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { storableText } from '#server/platform/storable-text.ts'
import { findDestination } from './find-destination.ts'
import { openPdf } from './open-pdf.ts'
import { onlyVisible } from './open-visible-pdf.ts'

/** Fallback size of an unreadable page, so that other pages stay readable: A4, in points. */
const USUAL_SIZE: [number, number] = [595.3, 841.9]
/** Number of pages that are checked for text, spread over the book. */
const SAMPLED_PAGES = 12
/** Time limit for checking pages for text. If no text is found in time, the book counts as having no text until all its texts are read. */
const SAMPLING_MS = 2000

type Outline = BookPages['outline']
type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

/** Reads the page sizes, labels and outline of a PDF, and whether the PDF has text. Runs in the sandbox process. */
export async function readBookPages(path: string): Promise<BookPages> {
  const document = await openPdf(path)
  if (!document) throw new InvalidFileError('It needs a password.')
  const { numPages } = document
  if (numPages < 1 || numPages > MAX_PAGES) throw new InvalidFileError(`It has an unsupported number of pages: ${numPages}.`)
  const sizes: BookPages['sizes'] = []
  for (let number = 1; number <= numPages; number++) sizes.push(await readSize(document, number).catch(() => USUAL_SIZE))
  return {
    sizes,
    labels: await readLabels(document).catch(() => null),
    outline: await readOutline(document).catch(() => []),
    hasText: await onlyVisible(document, path).then(
      (visible) => hasText(visible.document),
      () => false,
    ),
  }
}

async function readSize(document: PDFDocumentProxy, number: number): Promise<[number, number]> {
  const page = await document.getPage(number)
  const { width, height } = page.getViewport({ scale: 1 })
  page.cleanup()
  const size = [width, height].map((points) => Math.round(points * 10) / 10)
  return size.every((points) => points > 0 && points < 1e6) ? [size[0] as number, size[1] as number] : USUAL_SIZE
}

/** Returns the labels of the pages, or null when the pages are counted from 1. */
export async function readLabels(document: PDFDocumentProxy): Promise<string[] | null> {
  const labels = (await document.getPageLabels())?.map((label) => storableText(label).slice(0, MAX_PAGE_LABEL))
  if (labels?.length !== document.numPages) return null
  return labels.some((label, index) => label !== String(index + 1)) ? labels : null
}

/** Reads the outline of a PDF. Entries without a target page in the document, and entries above the limit, are omitted. */
export async function readOutline(document: PDFDocumentProxy): Promise<Outline> {
  const entries: Outline = []
  async function add(nodes: OutlineNode[], depth: number) {
    for (const node of nodes) {
      if (entries.length >= MAX_OUTLINE_ENTRIES) return
      const title = storableText(node.title).replace(/\s+/g, ' ').trim().slice(0, MAX_OUTLINE_TITLE).toWellFormed()
      const page = title && (await findDestination(document, node.dest).catch(() => undefined))
      if (page) entries.push({ title, page, depth })
      if (depth < MAX_OUTLINE_DEPTH) await add(node.items, depth + 1)
    }
  }
  await add((await document.getOutline()) ?? [], 0)
  return entries
}

/** Checks a sample of pages for text: reading all pages takes seconds, and a visitor waits. */
async function hasText(document: PDFDocumentProxy): Promise<boolean> {
  const count = Math.min(document.numPages, SAMPLED_PAGES)
  const end = performance.now() + SAMPLING_MS
  for (let sample = 0; sample < count && performance.now() < end; sample++) {
    const number = 1 + Math.floor((sample * document.numPages) / count)
    if (await document.getPage(number).then(pageHasText, () => false)) return true
  }
  return false
}

async function pageHasText(page: Awaited<ReturnType<PDFDocumentProxy['getPage']>>) {
  const { items } = await page.getTextContent()
  page.cleanup()
  return items.some((item) => 'str' in item && item.str.trim() !== '')
}
