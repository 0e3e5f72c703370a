/** Returns the next page with a hit in a direction; wraps around at both ends. */
export function stepHit(pages: number[], from: number, direction: 1 | -1): number {
  const next = direction === 1 ? pages.find((page) => page > from) : pages.filter((page) => page < from).at(-1)
  return next ?? pages.at(direction === 1 ? 0 : -1) ?? from
}
