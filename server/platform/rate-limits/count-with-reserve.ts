import type { CountResult, RateLimit, RateLimits } from './rate-limits.store.ts'

/**
 * Counts an attempt under the client's own limits and a shared limit. If the shared limit is exceeded, `reserved` limits of the client
 * replace it, so that attempts by others cannot lock the client out.
 */
export async function countWithReserve(
  rateLimits: Pick<RateLimits, 'count'>,
  { own, shared, reserved }: { own: RateLimit[]; shared: RateLimit; reserved: RateLimit[] },
): Promise<CountResult> {
  const counted = await rateLimits.count([...own, shared])
  return counted.exceeded?.key === shared.key ? rateLimits.count([...own, ...reserved]) : counted
}
