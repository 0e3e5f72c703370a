import type { TextFinding } from '#contracts/reading/book-reflow.ts'
import { type DrawnPage, reflowBook } from '#server/pdf-reflow/reflow-book.ts'
import { openVisiblePdf } from './open-visible-pdf.ts'
import { readDrawnPages } from './read-book-reflow.ts'

/** Limits of the pages that are read, since an administrator is waiting for the response. */
const READ = { pages: 400, ms: 2000 }

/** Finds what readers of a PDF's text don't get: in its first pages, as many as are read in time. Runs in the sandbox process. */
export async function findInText(path: string): Promise<TextFinding[]> {
  const { document, data } = (await openVisiblePdf(path)) ?? {}
  if (!document) return []
  const latest = performance.now() + READ.ms
  let isWhole = true
  async function* firstPages(pages: AsyncIterable<DrawnPage>) {
    let count = 0
    for await (const page of pages) {
      yield page
      count += 1
      isWhole = count === document?.numPages
      if (count >= READ.pages || performance.now() > latest) return
    }
  }
  const { findings, isReadable } = await reflowBook(firstPages(readDrawnPages(document, data ?? path)), [])
  const hasText = !findings.some(({ kind, pages }) => kind === 'no-text' && pages.length === document.numPages)
  return [...findings, ...(isWhole && hasText && !isReadable ? [{ kind: 'no-reading-view' as const, text: null, pages: [] }] : [])]
}
