import { textOfSpans } from '#contracts/reading/block-text.ts'
import type { ReflowSpan } from '#contracts/reading/book-reflow.ts'
import type { HighlightColor } from '#web/lib/highlights/stored-highlights.ts'

export type Mark = { from: number; to: number; kind: 'highlight' | 'noted' | 'spoken'; id?: string; color?: HighlightColor }
export type Piece = {
  text: string
  style: 'i' | 'b' | 'bi' | 'sup' | undefined
  /** Page of the printed book that begins at the start of this piece of text */
  page: number | undefined
  marks: Mark[]
  /** Note that this piece of text references */
  note: NotePlace | undefined
  /** Address or place to which this piece of text is a link */
  link: string | NotePlace | undefined
  /** Whether the link ends with this piece */
  endsLink: boolean
}
type Links = [from: number, to: number, target: string | [number, number]][]
type NotePlace = { part: number; block: number }

/**
 * Cuts a block's text where its style changes, where a page begins, where a mark or a link begins or ends, and after each line and table
 * cell.
 */
export function cutText(
  spans: ReflowSpan[],
  {
    pages = [],
    marks = [],
    noteCalls = [],
    links = [],
  }: { pages?: [number, number][]; marks?: Mark[]; noteCalls?: [number, number, number][] | undefined; links?: Links | undefined },
): Piece[] {
  const whole = textOfSpans(spans)
  const ends = [...whole.matchAll(/[\t\n]/g)].map(({ index }) => index + 1)
  const bounds = [...marks.flatMap(({ from, to }) => [from, to]), ...links.map(([from]) => from), ...links.map(([, to]) => to)]
  const cuts = [...ends, ...pages.map(([offset]) => offset), ...bounds].sort((a, b) => a - b)
  const pieces: Piece[] = []
  let start = 0
  for (const span of spans) {
    const [text, style] = typeof span === 'string' ? [span, undefined] : span
    const inside = cuts.filter((cut, index) => cut > start && cut < start + text.length && cut !== cuts[index - 1])
    const call = noteCalls.find(([offset]) => offset === start)
    for (const [index, from] of [start, ...inside].entries()) {
      const to = inside[index] ?? start + text.length
      const link = links.find(([first, last]) => first <= from && from < last)
      pieces.push({
        text: text.slice(from - start, to - start),
        style,
        page: pages.find(([offset]) => offset === from)?.[1],
        marks: marks.filter((mark) => mark.from <= from && from < mark.to),
        note: call && { part: call[1], block: call[2] },
        link: toTarget(link),
        endsLink: link?.[1] === to,
      })
    }
    start += text.length
  }
  return pieces
}

function toTarget(link: Links[number] | undefined): Piece['link'] {
  const target = link?.[2]
  return Array.isArray(target) ? { part: target[0], block: target[1] } : target
}

/** Groups the pieces of a block whose lines or table cells end with the given character, which stays in the last piece of each. */
export function splitPieces(pieces: Piece[], end: '\n' | '\t'): Piece[][] {
  const groups: Piece[][] = [[]]
  for (const [index, piece] of pieces.entries()) {
    groups.at(-1)?.push(piece)
    if (piece.text.endsWith(end) && (end === '\t' || index < pieces.length - 1)) groups.push([])
  }
  return groups
}
