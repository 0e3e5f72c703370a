import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { openPdf } from './open-pdf.ts'
import { openPdfium } from './open-pdfium.ts'

/** Time limit for opening the pages one by one in pdf.js and PDFium, since an administrator is waiting for the response. */
const COMPARE_MS = 1500
/** Maximum size of a PDF for PDFium, which reads a file into memory as a whole. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * Counts the pages of a PDF. `missingPages` is the number of pages that PDFium can open and pdf.js can't; `listedPages` includes these
 * pages. Runs in the sandbox process.
 */
export async function readPdf(path: string) {
  const document = await openPdf(path)
  if (!document) return { pageCount: null, listedPages: null, missingPages: 0, encrypted: true }
  // A file may state a page count of zero or less.
  const pageCount = Math.max(0, document.numPages)
  const compared = await comparePages(path, document).catch(() => undefined)
  const { listedPages, missingPages } = compared ?? { listedPages: pageCount, missingPages: 0 }
  if (listedPages === 0) throw new InvalidFileError('It has no pages.')
  // A PDF whose first page is unreadable is refused, since no viewer displays such a file.
  if (pageCount > 0) await document.getPage(1)
  return { pageCount, listedPages, missingPages, encrypted: false }
}

/** Low-level functions of PDFium: the library’s classes copy the file once more in memory and throw an error for a missing page. */
type Internals = {
  module: {
    _FPDF_LoadMemDocument: (data: number, size: number, password: number) => number
    _FPDF_GetPageCount: (document: number) => number
    _FPDF_LoadPage: (document: number, index: number) => number
    _FPDF_ClosePage: (page: number) => void
    HEAPU8: Uint8Array
    wasmExports: { malloc: (bytes: number) => number }
  }
}

/**
 * Counts the pages that PDFium finds in a document, and how many of these pages pdf.js can't open. pdf.js, which reads books on the server
 * and in browsers, treats a page that occurs twice in the page tree as a cycle. Returns undefined if PDFium can't open the file or the file
 * is too large. Rejects if the file crashes PDFium.
 */
async function comparePages(path: string, document: PDFDocumentProxy): Promise<{ listedPages: number; missingPages: number } | undefined> {
  const { module } = (await openPdfium()) as unknown as Internals
  const pointer = load(path, module)
  if (!pointer) return undefined
  const canLoad = (number: number) => {
    const page = module._FPDF_LoadPage(pointer, number - 1)
    if (page) module._FPDF_ClosePage(page)
    return page !== 0
  }
  const numPages = Math.max(0, document.numPages)
  const count = module._FPDF_GetPageCount(pointer)
  const listedPages = count > numPages && canLoad(numPages + 1) ? count : numPages
  let missingPages = listedPages - numPages
  const latest = performance.now() + COMPARE_MS
  for (let number = 1; number <= numPages && performance.now() < latest; number++) {
    const isOpen = await document.getPage(number).then(
      (page) => page.cleanup() || true,
      () => false,
    )
    if (!isOpen && canLoad(number)) missingPages += 1
  }
  return { listedPages, missingPages }
}

function load(path: string, module: Internals['module']): number {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size > MAX_BYTES) return 0
    const data = module.wasmExports.malloc(size)
    for (let at = 0; at < size; ) {
      const read = readSync(file, module.HEAPU8, data + at, size - at, at)
      if (read === 0) return 0
      at += read
    }
    return module._FPDF_LoadMemDocument(data, size, 0)
  } finally {
    closeSync(file)
  }
}
