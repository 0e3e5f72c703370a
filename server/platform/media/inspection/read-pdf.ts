import { InspectionError } from './inspection-errors.ts'
import { openPdf } from './open-pdf.ts'

export type PdfReport = { pageCount: number | null; encrypted: boolean }

export async function readPdf(path: string): Promise<PdfReport> {
  const document = await openPdf(path)
  if (!document) return { pageCount: null, encrypted: true }
  if (document.numPages < 1) throw new InspectionError('It has no pages.')
  // A document without a readable first page opens in no viewer, whatever its page count.
  await document.getPage(1)
  return { pageCount: document.numPages, encrypted: false }
}
