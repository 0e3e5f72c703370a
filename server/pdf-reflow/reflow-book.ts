import type { BookPages } from '#contracts/reading/book-pages.ts'
import type { BookReflow } from '#contracts/reading/book-reflow.ts'
import { buildLines } from './build-lines.ts'
import { buildReflow, type ReflowPage } from './build-reflow.ts'
import { type Box, choosePictures, withoutRepeated } from './picture-boxes.ts'
import type { PlacedText } from './placed-text.ts'
import type { ReflowLine, SpanStyle } from './reflow-line.ts'
import { GOOD_SCORE } from './reflow-score.ts'
import type { MadePart } from './split-parts.ts'

/** Content of a page: texts, pictures and form fields. Lengths are in points, and boxes are measured from the page's top left corner. */
export type DrawnPage = {
  width: number
  height: number
  texts: PlacedText[]
  /** PostScript names of fonts, by the names in `texts` */
  fontNames: ReadonlyMap<string, string>
  images: Box[]
  /** Number of form fields */
  fieldCount: number
}

export type ReflowedBook = {
  parts: MadePart[]
  direction: BookReflow['direction']
  /** Quality of the reflowable text, from 0 to 1 */
  score: number
  /** Whether the reflowable text can be offered: its score is high enough, and it is not empty */
  isReadable: boolean
  /** Running heads and page numbers, which the parts don't contain */
  removed: ReflowLine[]
}

/**
 * Reconstructs the reflowable text of a book: chapters with headings, paragraphs, lists, notes and pictures, and links between them.
 * @param pages all pages, in order
 * @param outline outline of the document; empty if the document has no outline
 */
export async function reflowBook(pages: AsyncIterable<DrawnPage>, outline: BookPages['outline']): Promise<ReflowedBook> {
  const letters = { ltr: 0, rtl: 0, sideways: 0 }
  const read: ReflowPage[] = []
  let fieldCount = 0
  for await (const page of pages) {
    const { width, height, texts, fontNames } = page
    for (const { isRtl, isVertical, turn, text } of texts) {
      letters[isRtl ? 'rtl' : 'ltr'] += text.trim().length
      if (isVertical || turn !== 0) letters.sideways += text.trim().length
    }
    const number = read.length + 1
    const characters = texts.reduce((sum, { text }) => sum + text.length, 0)
    const lines = buildLines(texts, { page: number, width, styleOf: (font) => styleOf(fontNames.get(font) ?? '') })
    read.push({ page: number, lines, pictures: choosePictures(page.images, { width, height, characters }) })
    fieldCount += page.fieldCount
  }
  const sidewaysShare = letters.sideways / Math.max(1, letters.ltr + letters.rtl)
  const { parts, score, removed } = buildReflow(withoutRepeated(read), { outline, sidewaysShare, fieldCount })
  return {
    parts,
    direction: letters.rtl > letters.ltr ? 'rtl' : 'ltr',
    score,
    isReadable: score >= GOOD_SCORE && parts.length > 0,
    removed,
  }
}

/** Derives the style of a font, such as bold or italic, from its PostScript name. */
function styleOf(name: string): SpanStyle {
  const isBold = /bold|black|heavy|demi|[-,]bd/i.test(name) && !/semilight/i.test(name)
  const isItalic = /ital|obliq|[-,](?:it|bi)(?:$|\W)|slanted/i.test(name)
  return `${isBold ? 'b' : ''}${isItalic ? 'i' : ''}` as SpanStyle
}
