/** How much of a book its preview shows: a share of its pages, but not fewer nor more than so many. */
export type PreviewRule = { percent: number; least: number; most: number }

export const USUAL_PREVIEW: PreviewRule = { percent: 10, least: 3, most: 20 }

/**
 * How many of the first pages a preview shows. A book that has no more than the least shows 1, since more would give most of it away,
 * and a single page shows nothing.
 */
export function previewLength(pageCount: number, { percent, least, most } = USUAL_PREVIEW) {
  if (pageCount < 2) return 0
  if (pageCount <= least) return 1
  return Math.min(Math.max(Math.ceil((pageCount * percent) / 100), least), most)
}
