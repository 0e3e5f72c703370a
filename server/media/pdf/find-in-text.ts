import { MAX_FINDINGS, type TextFinding } from '#contracts/reading/book-reflow.ts'
import { type DrawnPage, reflowBook } from '#server/pdf-reflow/reflow-book.ts'
import { guessLanguage, LANGUAGE_SAMPLE } from './guess-language.ts'
import { openVisiblePdf } from './open-visible-pdf.ts'
import { readDrawnPages } from './read-book-reflow.ts'

/** Limits of the pages that are read, since an administrator is waiting for the response. */
const READ = { pages: 400, ms: 2000 }

/**
 * Finds what readers of a PDF's text don't get: in its first pages, as many as are read in time. The last finding names the page after which
 * nothing was checked. Guesses the language of these pages. Runs in the sandbox process.
 */
export async function findInText(path: string): Promise<{ findings: TextFinding[]; language: string | null }> {
  const { document, data } = (await openVisiblePdf(path)) ?? {}
  if (!document) return { findings: [], language: null }
  const latest = performance.now() + READ.ms
  let count = 0
  let read = ''
  async function* firstPages(pages: AsyncIterable<DrawnPage>) {
    for await (const page of pages) {
      yield page
      if (read.length < LANGUAGE_SAMPLE) read += `${page.texts.map(({ text }) => text).join(' ')} `
      count += 1
      if (count >= READ.pages || performance.now() > latest) return
    }
  }
  const { findings: found, isReadable } = await reflowBook(firstPages(readDrawnPages(document, data ?? path)), [])
  const findings = found.slice(0, MAX_FINDINGS - 1)
  const hasText = !findings.some(({ kind, pages }) => kind === 'no-text' && pages.length === document.numPages)
  const language = guessLanguage(read)
  if (count < document.numPages) return { findings: [...findings, { kind: 'first-pages', text: null, pages: [count] }], language }
  const unread = hasText && !isReadable ? [{ kind: 'no-reading-view' as const, text: null, pages: [] }] : []
  return { findings: [...findings, ...unread], language }
}
