import type { PDFPageProxy } from 'pdfjs-dist'
import type { PageText } from '#contracts/reading/book-pages.ts'
import { openVisiblePdf } from './open-visible-pdf.ts'
import { placeText } from './place-text.ts'
import { readPageLinks } from './read-page-links.ts'
import { readablePieces } from './readable-pieces.ts'
import { InvalidFileError } from './sandbox-errors.ts'
import { type PageTextContent, toPageText } from './text-runs.ts'

type PageContent = PageTextContent & Pick<PageText, 'links'>

const NO_TEXT: PageContent = { runs: [], direction: 'ltr', links: [], content: '' }

/** Reads the texts of some pages, counted from 1. A page that can't be read has no text. Runs in the sandbox process. */
export async function readPageTexts(path: string, pages: number[]): Promise<PageContent[]> {
  const { document } = (await openVisiblePdf(path)) ?? {}
  if (!document) throw new InvalidFileError('It needs a password.')
  const readContent = async (page: PDFPageProxy) => {
    const text = toPageText(readablePieces(await placeText(page)))
    const links = await readPageLinks(document, page).catch(() => [])
    page.cleanup()
    return { ...text, links }
  }
  try {
    const texts: PageContent[] = []
    for (const number of pages)
      texts.push(
        await document
          .getPage(number)
          .then(readContent)
          .catch(() => NO_TEXT),
      )
    return texts
  } finally {
    await document.loadingTask.destroy()
  }
}
