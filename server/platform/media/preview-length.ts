const SHARE = 0.1
const LEAST = 3
const MOST = 20

/**
 * How many of the first pages a preview shows: a tenth, at least 3, at most 20. A book of 3 pages or 2 shows 1, since more
 * would give most of it away, and a single page shows nothing.
 */
export function previewLength(pageCount: number) {
  if (pageCount < 2) return 0
  if (pageCount <= LEAST) return 1
  return Math.min(Math.max(Math.ceil(pageCount * SHARE), LEAST), MOST)
}
