import type { PDFPageProxy } from 'pdfjs-dist'
import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PageText } from '#contracts/book-pages.ts'
import { InspectionError } from './inspection-errors.ts'
import { openPdf } from './open-pdf.ts'
import { readPageLinks } from './read-page-links.ts'
import { storableText } from './storable-text.ts'
import { type PageTextContent, type PlacedText, toPageText } from './text-runs.ts'

/** Of the type's size, where a font does not say how far its letters reach above the line. */
const USUAL_ASCENT = 0.8

type PageContent = PageTextContent & Pick<PageText, 'links'>

const NO_TEXT: PageContent = { runs: [], direction: 'ltr', links: [], content: '' }

/** The texts of some pages, counted from 1. A page that can't be read has none. Runs in the inspecting process. */
export async function readPageTexts(path: string, pages: number[]): Promise<PageContent[]> {
  const document = await openPdf(path)
  if (!document) throw new InspectionError('It needs a password.')
  const readContent = async (page: PDFPageProxy) => {
    const text = await readPage(page)
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

async function readPage(page: PDFPageProxy): Promise<PageTextContent> {
  const { items, styles } = await page.getTextContent()
  const { transform, width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 })
  const pieces = items.flatMap((item): PlacedText[] => {
    if (!('str' in item)) return []
    const [a, b, c, d, left, base] = Util.transform(transform, item.transform) as [number, number, number, number, number, number]
    const size = Math.hypot(c, d)
    const isOnPage = left >= 0 && left <= pageWidth && base >= 0 && base <= pageHeight
    if (!isOnPage || ![size, item.width].every(Number.isFinite)) return []
    const { ascent } = styles[item.fontName] ?? {}
    const above = size * (ascent && ascent > 0 && ascent <= 1.2 ? ascent : USUAL_ASCENT)
    const turn = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4) as PlacedText['turn']
    // The beginning of the line in a page that is turned so that the text is upright.
    const [x, baseline] = (
      [
        [left, base],
        [base, -left],
        [-left, -base],
        [-base, left],
      ] as const
    )[turn]
    const text = storableText(item.str)
    return [{ turn, x, y: baseline - above, width: item.width, size, text, isRtl: item.dir === 'rtl', isEnd: item.hasEOL }]
  })
  return toPageText(pieces)
}
