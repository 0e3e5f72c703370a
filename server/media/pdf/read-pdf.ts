import { InvalidFileError } from '#server/media/file-errors.ts'
import { comparePages } from './compare-pages.ts'
import { openPdf } from './open-pdf.ts'

/**
 * Counts the pages of a PDF. `missingPages` are the pages that PDFium opens and pdf.js doesn't; `listedPages` includes them. Runs in the
 * sandbox process.
 */
export async function readPdf(path: string) {
  const document = await openPdf(path)
  if (!document) return { pageCount: null, listedPages: null, missingPages: 0, encrypted: true }
  // Some programs write a page count of zero or less.
  const pageCount = Math.max(0, document.numPages)
  const compared = await comparePages(path, document).catch(() => undefined)
  const { listedPages, missingPages } = compared ?? { listedPages: pageCount, missingPages: 0 }
  if (listedPages === 0) throw new InvalidFileError('It has no pages.')
  // A document without a readable first page opens in no viewer, regardless of its page count.
  if (pageCount > 0) await document.getPage(1)
  return { pageCount, listedPages, missingPages, encrypted: false }
}
