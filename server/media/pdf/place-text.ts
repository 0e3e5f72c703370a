import type { PDFPageProxy } from 'pdfjs-dist'
import { normalizeUnicode, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type PlacedText, SPACE } from '#server/pdf-reflow/placed-text.ts'
import { joinSpacedLetters } from '#server/pdf-reflow/spaced-letters.ts'
import { storableText } from '#server/platform/storable-text.ts'
import { readTag } from './actual-text.ts'
import { joinAccents, moveMarks } from './join-accents.ts'

/** Ascent relative to the font size, for fonts that don't specify an ascent. */
const USUAL_ASCENT = 0.8

/** Minimum angle in degrees between text and the page's edges at which the text is at an angle. Scans are turned by less. */
const SLANT = 8

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type Item = Extract<TextContent['items'][number], { str: string }>

/** Reads the text of a page in the order of the file, without text outside the page. */
export async function placeText(page: PDFPageProxy): Promise<PlacedText[]> {
  const { items, styles } = await readItems(page)
  const { transform, width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 })
  const kept = items.filter((item, index) => !isSpaceBefore(item, items[index - 1]))
  const pieces = joinAccents(moveMarks(kept)).flatMap((item): PlacedText[] => {
    const [a, b, c, d, left, base] = Util.transform(transform, item.transform) as [number, number, number, number, number, number]
    const size = Math.hypot(c, d)
    const isOnPage = left >= 0 && left <= pageWidth && base >= 0 && base <= pageHeight
    if (!isOnPage || ![size, item.width].every(Number.isFinite)) return []
    const { ascent, vertical, fontFamily } = styles[item.fontName] ?? {}
    const above = size * (ascent && ascent > 0 && ascent <= 1.2 ? ascent : USUAL_ASCENT)
    const quarters = Math.atan2(b, a) / (Math.PI / 2)
    const turn = ((Math.round(quarters) + 4) % 4) as PlacedText['turn']
    const length = Math.hypot(a, b)
    const isSlanted = Math.abs(quarters - Math.round(quarters)) * 90 > SLANT
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
        ...(fontFamily === 'monospace' && { isFixedWidth: true }),
        ...(isSlanted && { isSlanted, slant: { start: [left, base], direction: [a / length, b / length] } }),
      },
    ]
  })
  return joinSpacedLetters(pieces)
}

/**
 * Returns whether a space lies before the piece of text that it follows. After a piece without a width, as conjuncts of Devanagari have in
 * some files, pdf.js reports the space before the piece a second time.
 */
function isSpaceBefore({ str, transform, width }: Item, before: Item | undefined) {
  if (str.trim() !== '' || !before || before.width !== 0 || before.str.trim() === '' || transform[1] !== 0) return false
  return width > 0 && Math.abs(transform[4] + width - before.transform[4]) < 0.1
}

/** Reads the texts of a page. A text that stands for glyphs (`actual-text.ts`) replaces the texts that pdf.js reads from the glyphs. */
async function readItems(page: PDFPageProxy): Promise<{ items: Item[]; styles: TextContent['styles'] }> {
  const marked = await page.getTextContent({ disableNormalization: true, includeMarkedContent: true })
  const isText = (item: TextContent['items'][number]): item is Item => 'str' in item
  if (marked.items.every(isText)) return { ...marked, items: marked.items.filter(isText) }
  if (!marked.items.some((item) => 'tag' in item && readTag(item.tag) !== undefined)) {
    // Marked content divides the pieces of text, so that the page is read again without it.
    const { items, styles } = await page.getTextContent({ disableNormalization: true })
    return { styles, items: items.filter(isText) }
  }
  const items: Item[] = []
  /** Open sequences of marked content; the text of a sequence, and the pieces that it replaces. */
  const open: { text: string | undefined; replaced: Item[] }[] = []
  for (const item of marked.items) {
    const current = open.find(({ text }) => text !== undefined)
    if (isText(item)) (current?.replaced ?? items).push(item)
    else if (item.type === 'endMarkedContent') {
      const closed = open.pop()
      if (closed && closed === current) items.push(...replaceText(closed.replaced, closed.text ?? '', items.at(-1)))
    } else open.push({ text: readTag('tag' in item ? item.tag : undefined), replaced: [] })
  }
  return { items: fillGaps(items), styles: marked.styles }
}

/**
 * Puts a text in place of pieces, on the first line of the pieces. Without a piece, as for glyphs that pdf.js can't read, the text follows
 * the piece before. Spaces around the glyphs stay.
 */
function replaceText(replaced: Item[], text: string, before: Item | undefined): Item[] {
  const printed = replaced.filter(({ str }) => str.trim() !== '')
  const [first] = printed
  const own = { str: text, dir: /[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(text) ? 'rtl' : 'ltr' }
  if (!first) {
    // Some programs mark an empty glyph before a hyphen as a soft hyphen.
    if (!before || /^[\s\u00ad]*$/.test(text)) return replaced
    const [a, b, c, d, x, y] = before.transform as [number, number, number, number, number, number]
    const along = before.width / (Math.hypot(a, b) || 1)
    return [...replaced, { ...before, ...own, width: 0, hasEOL: false, transform: [a, b, c, d, x + a * along, y + b * along] }]
  }
  const line = printed.filter(({ transform }) => Math.abs(transform[5] - first.transform[5]) < Math.abs(first.transform[3] || 1) * 0.5)
  const left = Math.min(...line.map(({ transform }) => transform[4]))
  const width = line.length === 1 ? first.width : Math.max(...line.map((one) => one.transform[4] + one.width)) - left
  const [leading, following] = [
    replaced.slice(0, replaced.indexOf(first)),
    replaced.slice(replaced.lastIndexOf(printed.at(-1) as Item) + 1),
  ]
  const transform = [...first.transform.slice(0, 4), left, first.transform[5]]
  return [...leading, { ...first, ...own, transform, width, hasEOL: printed.some(({ hasEOL }) => hasEOL) }, ...following]
}

/**
 * Gives texts without a width the width of the gap after them, which pdf.js reports as a space. A gap that is wider than others after the
 * same text on the page contains a space as well.
 */
function fillGaps(items: Item[]): Item[] {
  const gaps = new Map<string, number>()
  const gapAfter = (index: number) => {
    const [item, space, next] = [items[index], items[index + 1], items[index + 2]]
    return item?.width === 0 && item.str !== '' && space?.str === ' ' && next ? space.width : undefined
  }
  for (const [index, { str }] of items.entries()) {
    const gap = gapAfter(index)
    if (gap !== undefined) gaps.set(str, Math.min(gap, gaps.get(str) ?? Number.POSITIVE_INFINITY))
  }
  const filled = items.map((item) => ({ ...item }))
  for (const [index, item] of filled.entries()) {
    const gap = gapAfter(index)
    if (gap === undefined) continue
    const width = Math.min(gaps.get(item.str) ?? gap, Math.abs(item.transform[3]) || gap)
    const space = filled[index + 1] as Item
    item.width = width
    if (gap - width > Math.abs(item.transform[3]) * SPACE) {
      space.transform = space.transform.with(4, item.transform[4] + width)
      space.width = gap - width
    } else space.str = ''
  }
  return filled
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
