import { comparePages } from './compare-pages.ts'
import { InspectionError } from './inspection-errors.ts'
import { openPdf } from './open-pdf.ts'

/**
 * The number of pages of a PDF. `missingPages` are those that PDFium opens and pdf.js doesn't; `listedPages` counts them, too. Runs in the
 * inspecting process.
 */
export async function readPdf(path: string) {
  const document = await openPdf(path)
  if (!document) return { pageCount: null, listedPages: null, missingPages: 0, encrypted: true }
  const { numPages: pageCount } = document
  if (pageCount < 1) throw new InspectionError('It has no pages.')
  // A document without a readable first page opens in no viewer, whatever its page count.
  await document.getPage(1)
  const compared = await comparePages(path, document)
  return { pageCount, listedPages: pageCount, missingPages: 0, ...compared, encrypted: false }
}
