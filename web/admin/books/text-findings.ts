import type { TextFinding } from '#contracts/reading/book-reflow.ts'

/** Maximum number of page ranges that a sentence lists. */
const MAX_RANGES = 6

/** Describes what readers of a PDF's text don't get, one sentence for each finding. */
export function describeFindings(findings: TextFinding[], pageCount: number | null): string[] {
  return findings.map((finding) => describe(finding, pageCount))
}

function describe({ kind, text, pages }: TextFinding, pageCount: number | null): string {
  const where = describePages(pages)
  switch (kind) {
    case 'watermark':
      return `The watermark “${text ?? ''}” is left out of the text on ${where}.`
    case 'line-numbers':
      return `The numbers beside the lines are left out of the text on ${where}.`
    case 'uncertain-table':
      return `What may be a table is shown line by line in the reading view, on ${where}.`
    case 'no-reading-view':
      return 'The reading view isn’t offered, since the order of the text isn’t clear. Readers see the pages.'
    case 'first-pages':
      return `Only the first ${pages[0]?.toLocaleString('en')} of ${pageCount?.toLocaleString('en')} pages were checked for watermarks, tables and missing text.`
    case 'no-text': {
      const means =
        'Search, the reading view and reading aloud need text. Text recognition (OCR) in a scanning or PDF program adds it. If the text was converted to outlines, export the PDF without that option.'
      return pages.length === pageCount
        ? `The pages of this PDF are pictures without text. ${means}`
        : `There is no text on ${where}. ${means}`
    }
  }
}

/** Returns pages as ranges, as “pages 2–5 and 9”. */
export function describePages(pages: number[]): string {
  const ranges: [number, number][] = []
  for (const page of [...pages].sort((one, other) => one - other)) {
    const last = ranges.at(-1)
    if (last?.[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  const named = ranges.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
  const more = ranges.length > MAX_RANGES ? ['others'] : []
  const list = [...named, ...more]
  const joined = list.length > 1 ? `${list.slice(0, -1).join(', ')} and ${list.at(-1)}` : (list[0] ?? '')
  return pages.length === 1 ? `page ${joined}` : `${pages.length} pages (${joined})`
}
