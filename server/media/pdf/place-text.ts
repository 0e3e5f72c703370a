import type { PDFPageProxy } from 'pdfjs-dist'
import { normalizeUnicode, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PlacedText } from '#server/pdf-reflow/placed-text.ts'
import { storableText } from './storable-text.ts'

/** Ascent relative to the font size, for fonts that don't specify an ascent. */
const USUAL_ASCENT = 0.8

/** Reads the text of a page in the order of the file, without text outside the page. */
export async function placeText(page: PDFPageProxy): Promise<PlacedText[]> {
  const { items, styles } = await page.getTextContent({ disableNormalization: true })
  const { transform, width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 })
  return items.flatMap((item): PlacedText[] => {
    if (!('str' in item)) return []
    const [a, b, c, d, left, base] = Util.transform(transform, item.transform) as [number, number, number, number, number, number]
    const size = Math.hypot(c, d)
    const isOnPage = left >= 0 && left <= pageWidth && base >= 0 && base <= pageHeight
    if (!isOnPage || ![size, item.width].every(Number.isFinite)) return []
    const { ascent, vertical } = styles[item.fontName] ?? {}
    const above = size * (ascent && ascent > 0 && ascent <= 1.2 ? ascent : USUAL_ASCENT)
    const turn = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4) as PlacedText['turn']
    // Start of the text's baseline, in coordinates of the page after a rotation that makes the text horizontal.
    const [x, baseline] = (
      [
        [left, base],
        [base, -left],
        [-left, -base],
        [-base, left],
      ] as const
    )[turn]
    return [
      {
        turn,
        x,
        y: baseline - above,
        baseline,
        width: item.width,
        size,
        font: item.fontName,
        text: plainLetters(storableText(item.str)),
        isRtl: item.dir === 'rtl',
        isVertical: vertical === true,
        isEnd: item.hasEOL,
      },
    ]
  })
}

/** Arabic presentation forms: shapes of letters at the beginning, in the middle and at the end of words, and ligatures. */
const ARABIC_SHAPES = /[\ufb50-\ufdff\ufe70-\ufefc]+/g

/**
 * Replaces ligatures and presentation forms with plain letters. Expects text in reading order. The normalization of pdf.js is disabled,
 * since pdf.js decomposes ligatures before it reverses right-to-left lines, and thus reverses the letters of ligatures.
 */
export function plainLetters(text: string): string {
  // Normalization adds a space before a standalone mark; the space is removed.
  return normalizeUnicode(text.replace(ARABIC_SHAPES, (shapes) => shapes.normalize('NFKC').replaceAll(/ (?=\p{M})/gu, '')))
}
