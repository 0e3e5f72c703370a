import type { BookPages, PageText } from '#contracts/reading/book-pages.ts'
import { type BookReflow, MAX_FINDING, MAX_FINDINGS, type TextFinding } from '#contracts/reading/book-reflow.ts'
import { buildLines } from './build-lines.ts'
import { buildReflow, type ReflowPage } from './build-reflow.ts'
import { leaveOut, withoutRepeated } from './left-out.ts'
import { findLinkedWords, type LinkedWords, linkWords } from './link-words.ts'
import { type Box, choosePictures, withoutRepeated as withoutRepeatedPictures } from './picture-boxes.ts'
import type { PlacedText } from './placed-text.ts'
import type { ReflowLine, SpanStyle } from './reflow-line.ts'
import { GOOD_EPUB_SCORE, GOOD_SCORE, scoreEpub } from './reflow-score.ts'
import type { MadePart } from './split-parts.ts'
import type { IsWord } from './vocabulary.ts'

/** Content of a page: texts, pictures and form fields. Lengths are in points, and boxes are measured from the page's top left corner. */
export type DrawnPage = {
  width: number
  height: number
  texts: PlacedText[]
  /** PostScript names of fonts, by the names in `texts` */
  fontNames: ReadonlyMap<string, string>
  images: Box[]
  /** Whether the page has a drawing, such as text that was converted to outlines */
  hasDrawing?: boolean
  /** Number of form fields */
  fieldCount: number
  links?: PageText['links']
}

export type ReflowedBook = {
  parts: MadePart[]
  direction: BookReflow['direction']
  /** Quality of the reflowable text, from 0 to 1 */
  score: number
  /** Whether the reflowable text can be offered: its score is high enough, and it is not empty */
  isReadable: boolean
  /** Quality of the reflowable text as an EPUB, whose readers don't see the printed pages beside it, and whether it is high enough */
  epub: { score: number; isGood: boolean }
  /** Running heads and page numbers, which the parts don't contain */
  removed: ReflowLine[]
  /** Other texts that the parts don't contain, and text whose form is a guess */
  findings: TextFinding[]
}

/** Minimum share of pages without text, or number of such pages in a row, that is worth a finding: books have a cover and pictures. */
const WITHOUT_TEXT = { share: 0.2, row: 3 }
/** Minimum share of a page that the image of a scan covers. */
const SCANNED = 0.5
/** Names of fonts in which all letters have the same width. Some files don’t declare it. */
const CODE_FONT =
  /courier|consol|mono(?!type)|typewriter|menlo|cmtt|cmsltt|sftt|lmtt|inconsolata|source ?code|fira ?code|lucida ?sans ?type/i

/**
 * Reconstructs the reflowable text of a book: chapters with headings, paragraphs, lists, notes and pictures, and links between them.
 * @param pages all pages, in order
 * @param outline outline of the document; empty if the document has no outline
 * @param isWord list of words that decides about hyphens at line ends
 */
export async function reflowBook(pages: AsyncIterable<DrawnPage>, outline: BookPages['outline'], isWord?: IsWord): Promise<ReflowedBook> {
  const letters = { ltr: 0, rtl: 0, sideways: 0 }
  const read: ReflowPage[] = []
  const slanted = new Map<ReflowPage, { texts: PlacedText[]; toLines: (texts: PlacedText[]) => ReflowLine[] }>()
  const scanned = new Set<ReflowPage>()
  const findings = createFindings()
  const links: LinkedWords[] = []
  let fieldCount = 0
  for await (const page of pages) {
    const { width, height, fontNames } = page
    const number = read.length + 1
    const { texts, left } = leaveOut(page.texts)
    for (const text of left.watermarks) findings.add('watermark', number, text)
    const isPicture = page.images.length > 0 || page.hasDrawing === true
    if (isPicture && texts.every(({ text }) => text.trim() === '')) findings.add('no-text', number)
    if (left.lineNumbers > 0) findings.add('line-numbers', number)
    for (const { isRtl, isVertical, turn, text } of texts) {
      letters[isRtl ? 'rtl' : 'ltr'] += text.trim().length
      if (isVertical || turn !== 0) letters.sideways += text.trim().length
    }
    const characters = texts.reduce((sum, { text }) => sum + text.length, 0)
    const toLines = (some: PlacedText[]) =>
      buildLines(some, {
        page: number,
        width,
        styleOf: (font) => styleOf(fontNames.get(font) ?? ''),
        isCodeFont: (font) => CODE_FONT.test(fontNames.get(font) ?? ''),
      })
    const made = { page: number, lines: toLines(texts), pictures: choosePictures(page.images, { width, height, characters }), width }
    if (texts.some(({ isSlanted }) => isSlanted)) slanted.set(made, { texts, toLines })
    if (page.images.some(([, , wide, high]) => wide * high > width * height * SCANNED)) scanned.add(made)
    read.push(made)
    fieldCount += page.fieldCount
    links.push(...findLinkedWords(texts, page.links ?? [], number))
  }
  leaveOutRepeated(slanted, findings)
  const sidewaysShare = letters.sideways / Math.max(1, letters.ltr + letters.rtl)
  const { parts, score, removed, uncertain } = buildReflow(withoutRepeatedPictures(read), { outline, sidewaysShare, fieldCount, isWord })
  const epubScore = scoreEpub(score, { uncertain, pageCount: read.length })
  linkWords(parts, links)
  // A scan may have a page number, or the name of the scanning program, on each page.
  for (const { page, lines } of scanned) if (lines.every((line) => removed.includes(line))) findings.add('no-text', page)
  if (letters.ltr + letters.rtl === 0) for (const { page } of read) findings.add('no-text', page)
  for (const page of uncertain) findings.add('uncertain-table', page)
  return {
    parts,
    direction: letters.rtl > letters.ltr ? 'rtl' : 'ltr',
    score,
    isReadable: score >= GOOD_SCORE && parts.length > 0,
    epub: { score: epubScore, isGood: epubScore >= GOOD_EPUB_SCORE && parts.length > 0 },
    removed,
    findings: findings.list().filter(({ kind, pages: own }) => kind !== 'no-text' || areMany(own, read.length)),
  }
}

function areMany(pages: number[], count: number): boolean {
  const sorted = pages.toSorted((one, other) => one - other)
  const isInRow = (page: number, index: number) => sorted[index + WITHOUT_TEXT.row - 1] === page + WITHOUT_TEXT.row - 1
  return pages.length >= count * WITHOUT_TEXT.share || sorted.some(isInRow)
}

function createFindings() {
  const found = new Map<string, TextFinding>()
  return {
    add: (kind: TextFinding['kind'], page: number, text: string | null = null) => {
      const key = `${kind} ${text ?? ''}`
      const finding = found.get(key) ?? { kind, text: text?.slice(0, MAX_FINDING) ?? null, pages: [] }
      if (!finding.pages.includes(page)) finding.pages.push(page)
      if (found.size < MAX_FINDINGS) found.set(key, finding)
    },
    list: () => [...found.values()],
  }
}

/** Leaves out texts at an angle that are the same on several pages. */
function leaveOutRepeated(
  slanted: Map<ReflowPage, { texts: PlacedText[]; toLines: (texts: PlacedText[]) => ReflowLine[] }>,
  findings: ReturnType<typeof createFindings>,
) {
  const without = withoutRepeated([...slanted.values()].map(({ texts }) => texts))
  for (const [index, [page, { toLines }]] of [...slanted].entries()) {
    const { texts, left } = without[index] as (typeof without)[number]
    for (const text of left) findings.add('watermark', page.page, text)
    page.lines = toLines(texts)
  }
}

/** Derives the style of a font, such as bold or italic, from its PostScript name. */
function styleOf(name: string): SpanStyle {
  const isBold = /bold|black|heavy|demi|[-,]bd/i.test(name) && !/semilight/i.test(name)
  const isItalic = /ital|obliq|[-,](?:it|bi)(?:$|\W)|slanted/i.test(name)
  return `${isBold ? 'b' : ''}${isItalic ? 'i' : ''}` as SpanStyle
}
