import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { MAX_PAGE_LINKS, type PageText } from '#contracts/reading/book-pages.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { leaveOut } from '#server/pdf-reflow/left-out.ts'
import type { PlacedText } from '#server/pdf-reflow/placed-text.ts'
import { isEnglishWord } from './english-words.ts'
import { findDestination } from './find-destination.ts'
import { openVisiblePdf } from './open-visible-pdf.ts'
import { placeText } from './place-text.ts'
import { storableText } from './storable-text.ts'
import { type PageTextContent, toPageText } from './text-runs.ts'

/** Maximum share of control characters in a font's text on a page. A font with a larger share has no Unicode mapping. */
const MAX_CODES = 0.25
const CODES = /\p{Cc}/gu

const MAX_ADDRESS = 2000

type PageContent = PageTextContent & Pick<PageText, 'links'>

const NO_TEXT: PageContent = { runs: [], direction: 'ltr', links: [], content: '' }

/** Reads the texts of given pages, counted from 1. An unreadable page has an empty text. Runs in the sandbox process. */
export async function readPageTexts(path: string, pages: number[]): Promise<PageContent[]> {
  const { document } = (await openVisiblePdf(path)) ?? {}
  if (!document) throw new InvalidFileError('It needs a password.')
  const readContent = async (page: PDFPageProxy) => {
    const text = toPageText(readablePieces(leaveOut(await placeText(page)).texts), isEnglishWord)
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

type Annotation = { subtype?: string; rect?: unknown; url?: unknown; dest?: string | unknown[] | null }

/** Reads links to pages and to web, mail and telephone addresses. Other links, such as to files on the reader's device, are omitted. */
async function readPageLinks(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PageText['links']> {
  const { transform } = page.getViewport({ scale: 1 })
  const links: PageText['links'] = []
  for (const { subtype, rect, url, dest } of (await page.getAnnotations()) as Annotation[]) {
    if (subtype !== 'Link' || !isRectangle(rect) || links.length >= MAX_PAGE_LINKS) continue
    const corners = [rect.slice(0, 2), rect.slice(2)]
    for (const corner of corners) Util.applyTransform(corner, transform)
    const [[x1, y1], [x2, y2]] = corners as [[number, number], [number, number]]
    const [x, y, width, height] = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)]
    if (![x, y, width, height].every((points) => Math.abs(points) < 1e6)) continue
    const target = readAddress(url) ?? (dest ? await findDestination(document, dest).catch(() => undefined) : undefined)
    if (target) links.push([toTenths(x), toTenths(y), toTenths(width), toTenths(height), target])
  }
  return links
}

function isRectangle(value: unknown): value is [number, number, number, number] {
  return Array.isArray(value) && value.length === 4 && value.every((item) => typeof item === 'number')
}

function readAddress(url: unknown): string | undefined {
  const address = typeof url === 'string' ? storableText(url) : ''
  return /^(https?|mailto|tel):/.test(address) && address.length <= MAX_ADDRESS ? address : undefined
}

function toTenths(points: number) {
  return Math.round(points * 10) / 10
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
