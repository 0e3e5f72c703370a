import type { FlowSpan } from '#contracts/book-flow.ts'

export type Mark = { from: number; to: number; kind: 'highlight' | 'noted' | 'spoken'; id?: string }
export type Piece = {
  text: string
  style: 'i' | 'b' | 'bi' | 'sup' | undefined
  /** The page that begins before it */
  page: number | undefined
  marks: Mark[]
}

/** Cuts a block's text where its style changes, where a page begins, and where something that is marked begins or ends. */
export function cutText(spans: FlowSpan[], { pages = [], marks = [] }: { pages?: [number, number][]; marks?: Mark[] }): Piece[] {
  const cuts = [...pages.map(([offset]) => offset), ...marks.flatMap(({ from, to }) => [from, to])].sort((a, b) => a - b)
  const pieces: Piece[] = []
  let start = 0
  for (const span of spans) {
    const [text, style] = typeof span === 'string' ? [span, undefined] : span
    const inside = cuts.filter((cut, index) => cut > start && cut < start + text.length && cut !== cuts[index - 1])
    for (const [index, from] of [start, ...inside].entries()) {
      pieces.push({
        text: text.slice(from - start, (inside[index] ?? start + text.length) - start),
        style,
        page: pages.find(([offset]) => offset === from)?.[1],
        marks: marks.filter((mark) => mark.from <= from && from < mark.to),
      })
    }
    start += text.length
  }
  return pieces
}
