export type SpanStyle = '' | 'i' | 'b' | 'bi' | 'sup'
export type LineSpan = { text: string; style: SpanStyle }

/** A line of a page, or the part of the line in one column. In right-to-left text, `x` is measured from the right edge. */
export type ReflowLine = {
  page: number
  x: number
  right: number
  baseline: number
  /** Font size */
  size: number
  font: string
  spans: LineSpan[]
  /** Parts of the line between gaps that are wider than a space: cells of a table, if lines above and below have the same gaps */
  cells?: ReflowLine[]
  /** Text of a line of code, with its spaces, and the width of a letter */
  code?: { text: string; letter: number }
}

export function textOf({ spans }: Pick<ReflowLine, 'spans'>): string {
  return spans.map(({ text }) => text).join('')
}

/** Appends a span of text, or merges the text with the last span if the style is the same. */
export function addSpan(spans: LineSpan[], { text, style }: LineSpan): void {
  const last = spans.at(-1)
  if (text === '') return
  const isSpace = text.trim() === ''
  // A space after a superscript number is not superscript.
  if (last && (isSpace ? last.style !== 'sup' : last.style === style)) last.text += text
  else spans.push({ text, style: isSpace ? '' : style })
}

export function isAll(line: Pick<ReflowLine, 'spans'>, letter: 'b' | 'i'): boolean {
  return line.spans.every(({ text, style }) => style.includes(letter) || style === 'sup' || !/\p{L}|\p{N}/u.test(text))
}

/** Returns the value with the greatest total weight. */
export function mostCommon<Value>(items: Iterable<readonly [Value, number]>): Value | undefined {
  const weights = new Map<Value, number>()
  for (const [value, weight] of items) weights.set(value, (weights.get(value) ?? 0) + weight)
  let best: Value | undefined
  for (const [value, weight] of weights) if (best === undefined || weight > (weights.get(best) ?? 0)) best = value
  return best
}
