import type { CountResult, RateLimit, RateLimits } from './rate-limits.store.ts'

/**
 * Counts a try under limits of one's own and in a budget that is shared with everybody. When others have used up the budget,
 * `reserved` takes its place: few tries, but one's own, so that nobody is shut out by what strangers do.
 */
export async function countWithReserve(
  tries: Pick<RateLimits, 'count'>,
  { own, shared, reserved }: { own: RateLimit[]; shared: RateLimit; reserved: RateLimit[] },
): Promise<CountResult> {
  const counted = await tries.count([...own, shared])
  return counted.exceeded?.key === shared.key ? tries.count([...own, ...reserved]) : counted
}
