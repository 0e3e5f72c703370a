import type { PDFDocumentProxy } from 'pdfjs-dist'

type Destination = string | unknown[] | null

/** Returns the page number of a link destination in a PDF, counted from 1; undefined if the page doesn't exist. */
export async function findDestination(document: PDFDocumentProxy, destination: Destination): Promise<number | undefined> {
  const [target] = (typeof destination === 'string' ? await document.getDestination(destination) : destination) ?? []
  if (target === null || target === undefined) return undefined
  // The target is a reference to the page, as the PDF standard says, or the page's index.
  const index = typeof target === 'number' ? target : await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])
  return Number.isInteger(index) && index >= 0 && index < document.numPages ? index + 1 : undefined
}
