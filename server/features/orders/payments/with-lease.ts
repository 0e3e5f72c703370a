/** Well within the length of a lease, so that one or two renewals may fail. */
const EVERY_MS = 3000

/** Does the work and renews its lease until it is done. Leases are short, so that others soon take over from an app that died. */
export async function withLease<Result>(
  renew: () => Promise<void>,
  work: () => Promise<Result>,
  { everyMs = EVERY_MS } = {},
): Promise<Result> {
  // When renewing fails, the lease runs out: somebody else does the work, and this result is not applied.
  const timer = setInterval(() => void renew().catch(() => undefined), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
