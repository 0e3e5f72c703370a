import type { PageHits } from '#contracts/reading/page-search.ts'

/** Search hit, identified by its page and its index on the page */
export type Hit = { page: number; index: number }

/** Returns the number of a hit within the book; undefined if the page has no hits. */
export function numberOf(hits: PageHits['hits'], { page, index }: Hit): number | undefined {
  const at = hits.findIndex((each) => each.page === page)
  if (at < 0) return undefined
  return hits.slice(0, at).reduce((sum, { count }) => sum + count, 0) + index + 1
}

/** Returns the next hit in a direction, starting from a hit or from a page without hits. Wraps around at both ends. */
export function stepHit(hits: PageHits['hits'], { page, index }: Hit, direction: 1 | -1): Hit {
  const all = hits.flatMap((each) => Array.from({ length: each.count }, (_, order) => ({ page: each.page, index: order })))
  const isAfter = (hit: Hit) => hit.page > page || (hit.page === page && hit.index > index)
  const isBefore = (hit: Hit) => hit.page < page || (hit.page === page && hit.index < index)
  const next = direction === 1 ? all.find(isAfter) : all.filter(isBefore).at(-1)
  return next ?? all.at(direction === 1 ? 0 : -1) ?? { page, index }
}
