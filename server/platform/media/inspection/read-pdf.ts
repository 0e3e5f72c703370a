import { InspectionError } from './inspection-errors.ts'
import { openPdf } from './open-pdf.ts'

export type PdfReport = { pageCount: number | null; encrypted: boolean }

export async function readPdf(path: string): Promise<PdfReport> {
  const document = await openPdf(path)
  if (!document) return { pageCount: null, encrypted: true }
  if (document.numPages < 1) throw new InspectionError('It has no pages.')
  // A document whose first page can't be found opens in no viewer, however many pages it claims.
  await document.getPage(1)
  return { pageCount: document.numPages, encrypted: false }
}
