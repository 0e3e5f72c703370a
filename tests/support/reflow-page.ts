import type { LineSpan, ReflowLine } from '#server/pdf-reflow/reflow-line.ts'

const LEADING = 12

export type LinePlace = Partial<Pick<ReflowLine, 'x' | 'right' | 'size' | 'font'>> & { after?: number; spans?: LineSpan[] }

/** Builds a page of justified lines, one below the other; each line has its text and its deviations from the default position. */
export function buildReflowPage(number: number, lines: [text: string, place?: LinePlace][], { top = 60 } = {}) {
  let baseline = top
  return {
    page: number,
    pictures: [],
    lines: lines.map(([text, { after = LEADING, spans, ...place } = {}]): ReflowLine => {
      baseline += after
      const usual = { page: number, x: 40, right: 340, baseline, size: 10, font: 'body' }
      return { ...usual, spans: spans ?? [{ text, style: '' }], ...place }
    }),
  }
}

/** Builds lines of continuous text. */
export const buildReflowText = (count: number, words = 'and so the story went on for a good while'): [string, LinePlace?][] =>
  Array.from({ length: count }, (_, index) => [`${words} ${'abcdefghijklmnop'[index]}`])
