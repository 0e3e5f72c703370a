/** Length of a book's preview: a share of its pages, within limits. */
export type PreviewRule = { percent: number; least: number; most: number }

const USUAL_PREVIEW: PreviewRule = { percent: 10, least: 3, most: 20 }

/**
 * Returns the number of pages in a book's preview: 1 for a book with at most `least` pages, and 0 (no preview) for a book with a single
 * page.
 */
export function previewLength(pageCount: number, { percent, least, most } = USUAL_PREVIEW) {
  if (pageCount < 2) return 0
  if (pageCount <= least) return 1
  return Math.min(Math.max(Math.ceil((pageCount * percent) / 100), least), most)
}
