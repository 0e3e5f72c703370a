const SECOND = 1000

/** The pause before the next poll, by the time since the first: most payments end within half a minute. */
export function pollingInterval(waitedMs: number): number {
  if (waitedMs < 30 * SECOND) return 2 * SECOND
  return waitedMs < 180 * SECOND ? 5 * SECOND : 15 * SECOND
}
