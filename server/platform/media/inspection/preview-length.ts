/** How much of a book its preview shows: a share of its pages, within limits. */
export type PreviewRule = { percent: number; least: number; most: number }

const USUAL_PREVIEW: PreviewRule = { percent: 10, least: 3, most: 20 }

/** How many of the first pages a preview shows: 1 for books with at most `least` pages, none for a single page. */
export function previewLength(pageCount: number, { percent, least, most } = USUAL_PREVIEW) {
  if (pageCount < 2) return 0
  if (pageCount <= least) return 1
  return Math.min(Math.max(Math.ceil((pageCount * percent) / 100), least), most)
}
