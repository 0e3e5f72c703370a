import type { PDFDocumentProxy } from 'pdfjs-dist'

type Destination = string | unknown[] | null

/** The page that a destination of the document leads to, counted from 1; undefined when it leads nowhere. */
export async function findDestination(document: PDFDocumentProxy, destination: Destination): Promise<number | undefined> {
  const [target] = (typeof destination === 'string' ? await document.getDestination(destination) : destination) ?? []
  if (target === null || target === undefined) return undefined
  // A reference to the page itself, as it should be, or its number.
  const index = typeof target === 'number' ? target : await document.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])
  return Number.isInteger(index) && index >= 0 && index < document.numPages ? index + 1 : undefined
}
