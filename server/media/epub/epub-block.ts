export type Style = 'i' | 'b' | 'bi' | 'sup'
/** Text of a block, in one style. */
export type Span = { text: string; style: Style | undefined }
export type Link = { start: number; end: number; href: string }

/** Block of a content document. Offsets count the characters of its text. */
export type EpubBlock =
  | {
      kind: 'heading' | 'paragraph' | 'quote' | 'lines' | 'code' | 'table' | 'list-item' | 'note'
      level: number
      marker: string | undefined
      hasHead: boolean
      spans: Span[]
      links: Link[]
    }
  | { kind: 'picture'; path: string; alt: string }

export type TextBlock = Exclude<EpubBlock, { kind: 'picture' }>

export const lengthOf = ({ spans }: Pick<TextBlock, 'spans'>): number => spans.reduce((sum, { text }) => sum + text.length, 0)

/** Maximum length of the marker of a list item or a note */
export const MAX_MARKER = 20
/** Maximum length of a block. Longer texts are divided. */
const MAX_TEXT = 100_000
const MAX_LINKS = 1000
/** Maximum number of spans, so that there is room for those that references of notes cut off: two for each. */
const MAX_SPANS = 10_000 - 2 * MAX_LINKS

/** Divides a block that is longer than a block may be. Links across a division, and links beyond the maximum, are dropped. */
export function divideBlock(whole: TextBlock): TextBlock[] {
  const block = { ...whole, links: whole.links.slice(0, MAX_LINKS) }
  if (lengthOf(block) <= MAX_TEXT && block.spans.length <= MAX_SPANS) return [block]
  const parts: TextBlock[] = []
  let spans: Span[] = []
  let length = 0
  let from = 0
  const end = () => {
    const to = from + length
    const inside = block.links.filter(({ start, end }) => start >= from && end <= to)
    parts.push({ ...block, spans, links: inside.map((link) => ({ ...link, start: link.start - from, end: link.end - from })) })
    ;[spans, from, length] = [[], to, 0]
  }
  for (const span of block.spans)
    for (let rest = span.text; rest !== ''; ) {
      const text = rest.slice(0, MAX_TEXT - length)
      spans.push({ ...span, text })
      length += text.length
      rest = rest.slice(text.length)
      if (length >= MAX_TEXT || spans.length >= MAX_SPANS) end()
    }
  if (length > 0) end()
  return parts
}
