import { useState } from 'react'
import type { DocumentFile } from '#web/lib/document-file.ts'
import type { FirstPage } from '#web/reading/viewer/book/first-page.ts'
import type { OpenedPages } from '#web/reading/viewer/book/page-source.ts'
import { usePdfSource } from './pdf/use-pdf-source.ts'
import type { PdfPages } from './pictures/picture-page.tsx'
import { useServedSource } from './pictures/use-served-source.tsx'

/**
 * Opens a document by what the server made of it. If the server has nothing, pdf.js opens a file that is printed on pages; `isFirst` is unset
 * then. `pdfPages` renders single pages whose images are missing or not sharp enough.
 */
export function useDocumentSource({
  onLink,
  ...document
}: {
  url: string
  file: DocumentFile
  renewUrl: (() => Promise<string>) | undefined
  /** Requests started before the reader's code was loaded */
  first: FirstPage | undefined
  /** Called with the target page when the visitor follows a link */
  onLink: (page: number) => void
}): OpenedPages & { isFirst: boolean; pdfPages: PdfPages } {
  const { url, renewUrl, file } = document
  const [pdfWanted, setPdfWanted] = useState(false)
  const served = useServedSource(document)
  const pdf = usePdfSource({ url, renewUrl, wanted: file.hasPages && (pdfWanted || served.none), onLink })
  const isPdf = served.none && file.hasPages
  const { none, ...opened } = isPdf ? { ...pdf, none: false } : served
  return {
    ...opened,
    failed: opened.failed || none,
    isLocked: isPdf && pdf.isLocked === true,
    isFirst: !isPdf && opened.attempt === 1,
    pdfPages: { pdf, wantPdf: () => setPdfWanted(true) },
  }
}
