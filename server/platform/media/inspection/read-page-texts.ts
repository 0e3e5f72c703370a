import type { PDFPageProxy } from 'pdfjs-dist'
import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { InspectionError } from './inspection-errors.ts'
import { openPdf } from './open-pdf.ts'
import { storableText } from './storable-text.ts'
import { type PageTextContent, type PlacedText, toPageText } from './text-runs.ts'

/** Of the type's size, where a font does not say how far its letters reach above the line. */
const USUAL_ASCENT = 0.8

const NO_TEXT: PageTextContent = { runs: [], direction: 'ltr', content: '' }

/** The texts of some pages, counted from 1. A page that can't be read has none. Runs in the inspecting process. */
export async function readPageTexts(path: string, pages: number[]): Promise<PageTextContent[]> {
  const document = await openPdf(path)
  if (!document) throw new InspectionError('It needs a password.')
  try {
    const texts: PageTextContent[] = []
    for (const number of pages)
      texts.push(
        await document
          .getPage(number)
          .then(readPage)
          .catch(() => NO_TEXT),
      )
    return texts
  } finally {
    await document.loadingTask.destroy()
  }
}

async function readPage(page: PDFPageProxy): Promise<PageTextContent> {
  const { items, styles } = await page.getTextContent()
  const { transform } = page.getViewport({ scale: 1 })
  const pieces = items.flatMap((item): PlacedText[] => {
    if (!('str' in item)) return []
    const [a, b, c, d, x, y] = Util.transform(transform, item.transform) as [number, number, number, number, number, number]
    const size = Math.hypot(c, d)
    if (![size, x, y, item.width].every(Number.isFinite)) return []
    const { ascent } = styles[item.fontName] ?? {}
    const above = size * (ascent && ascent > 0 && ascent <= 1.2 ? ascent : USUAL_ASCENT)
    const isUpright = Math.abs(b) <= Math.abs(a)
    // Text that runs up or down is placed by the box that it fills.
    const box = isUpright
      ? { x: a < 0 ? x - item.width : x, y: y - above, width: item.width, size }
      : { x: x - above, y: b < 0 ? y - item.width : y, width: size, size: item.width }
    return [{ ...box, text: storableText(item.str), isRtl: item.dir === 'rtl', isEnd: item.hasEOL }]
  })
  page.cleanup()
  return toPageText(pieces)
}
