import { createContext, use } from 'react'
import type { OpenedPages } from '#web/reading/viewer/book/page-source.ts'

/** The same document opened by pdf.js, for pages whose images are missing or not sharp enough. */
export type PdfPages = { pdf: OpenedPages; wantPdf: () => void }

export const PdfPagesContext = createContext<PdfPages | null>(null)

export function usePdfPages(): PdfPages {
  const pdfPages = use(PdfPagesContext)
  if (!pdfPages) throw new Error('PdfPagesContext has no provider')
  return pdfPages
}
