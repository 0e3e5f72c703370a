import type { PDFPageProxy } from 'pdfjs-dist'
import type { PageText } from '#contracts/reading/book-pages.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { leaveOut, withoutRepeated } from '#server/pdf-reflow/left-out.ts'
import type { PlacedText } from '#server/pdf-reflow/placed-text.ts'
import { isEnglishWord } from './english-words.ts'
import { openVisiblePdf } from './open-visible-pdf.ts'
import { placeText } from './place-text.ts'
import { readPageLinks } from './read-page-links.ts'
import { type PageTextContent, toPageText } from './text-runs.ts'

/** Maximum share of control characters in a font's text on a page. A font with a larger share has no Unicode mapping. */
const MAX_CODES = 0.25
const CODES = /\p{Cc}/gu

type PageContent = PageTextContent & Pick<PageText, 'links'>

/** Reads the texts of given pages, counted from 1. An unreadable page has an empty text. Runs in the sandbox process. */
export async function readPageTexts(path: string, pages: number[]): Promise<PageContent[]> {
  const { document } = (await openVisiblePdf(path)) ?? {}
  if (!document) throw new InvalidFileError('It needs a password.')
  const readPage = async (page: PDFPageProxy) => {
    const { texts } = leaveOut(await placeText(page))
    const links = await readPageLinks(document, page).catch(() => [])
    page.cleanup()
    return { texts, links }
  }
  try {
    const read: { texts: PlacedText[]; links: PageContent['links'] }[] = []
    for (const number of pages)
      read.push(
        await document
          .getPage(number)
          .then(readPage)
          .catch(() => ({ texts: [], links: [] })),
      )
    return withoutRepeated(read.map(({ texts }) => texts)).map(({ texts }, index) => ({
      ...toPageText(readablePieces(texts), isEnglishWord),
      links: read[index]?.links ?? [],
    }))
  } finally {
    await document.loadingTask.destroy()
  }
}

/**
 * Removes text in fonts without a Unicode mapping: such text consists of glyph numbers, which are useless for reading aloud and for search.
 * In other fonts, a control character is replaced by a space.
 */
function readablePieces(pieces: PlacedText[]): PlacedText[] {
  const fonts = new Map<string, { codes: number; letters: number }>()
  for (const { font, text } of pieces) {
    const { codes, letters } = fonts.get(font) ?? { codes: 0, letters: 0 }
    const found = text.match(CODES)?.length ?? 0
    fonts.set(font, { codes: codes + found, letters: letters + text.replaceAll(/\s/g, '').length })
  }
  return pieces.flatMap((piece) => {
    const { codes = 0, letters = 0 } = fonts.get(piece.font) ?? {}
    if (codes === 0) return [piece]
    // The piece of text is emptied but not removed, since it may end a line.
    return [{ ...piece, text: codes > letters * MAX_CODES ? '' : piece.text.replaceAll(CODES, ' ') }]
  })
}
