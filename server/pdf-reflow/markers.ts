import { type LineSpan, type ReflowLine, textOf } from './reflow-line.ts'

export type Marker = { text: string; isBullet: boolean; isDash?: boolean }

const BULLET = /^([•‣▪▫◦●○■□▶►➢➤✓✔⁃∙·\uf0b7\uf0a7]|[-–*o](?=\s))\s*(?=\S)/u
const NUMBER = /^(\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])\s+(?=\S)/u
const NOTE = /^(?:(\d{1,3})(?:[.)]\s*|\s+)|([*†‡§¶]{1,3})\s*)(?=[\p{L}“‘"'([<])/u

/** Returns the marker of a list item, such as a bullet or a number, at the beginning of a line. */
export function readMarker(line: Pick<ReflowLine, 'spans'>): Marker | undefined {
  const text = textOf(line)
  const bullet = BULLET.exec(text)?.[1]
  if (bullet) return { text: bullet, isBullet: true, ...(/[-–]/.test(bullet) && { isDash: true }) }
  const number = NUMBER.exec(text)?.[1]
  return number ? { text: number, isBullet: false } : undefined
}

/**
 * Returns whether two markers follow each other in a list. A letter with a period may also be a person’s initial, so that it needs the
 * letter before or after.
 */
export function areInSequence(one: string, other: string): boolean {
  const [first, second] = [one, other].map((marker) => /^[A-Z]\.$/.exec(marker)?.[0].charCodeAt(0))
  if (first === undefined && second === undefined) return true
  return first !== undefined && second !== undefined && Math.abs(first - second) === 1
}

/** Returns the marker of a note at the beginning of a line: a superscript number, a number with a period or parenthesis, or a symbol. */
export function readNoteMarker(line: Pick<ReflowLine, 'spans'>): string | undefined {
  const raised = line.spans[0]?.style === 'sup' ? line.spans[0].text.trim() : undefined
  if (raised && /^(?:\d{1,3}|[*†‡§¶]{1,3})$/.test(raised)) return raised
  const [, number, sign] = NOTE.exec(textOf(line)) ?? []
  return sign ?? (/^\d+[.)]/.test(textOf(line)) ? number : undefined)
}

/** Returns a line without the marker at its beginning. */
export function withoutMarker(line: ReflowLine, marker: string): ReflowLine {
  let left = textOf(line).indexOf(marker) + marker.length
  const spans: LineSpan[] = []
  for (const span of line.spans) {
    const text = span.text.slice(left)
    left = Math.max(0, left - span.text.length)
    const kept = spans.length === 0 ? text.replace(/^[.)]?\s*/, '') : text
    if (kept !== '') spans.push({ ...span, text: kept })
  }
  return { ...line, spans }
}
