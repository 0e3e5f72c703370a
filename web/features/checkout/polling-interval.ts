const SECOND = 1000

/** How long to wait before asking again, by how long has been waited already: most payments end within half a minute. */
export function pollingInterval(waitedMs: number): number {
  if (waitedMs < 30 * SECOND) return 2 * SECOND
  return waitedMs < 180 * SECOND ? 5 * SECOND : 15 * SECOND
}
