/** Well within the time that a lease lasts, so that one or two renewals may fail. */
const EVERY_MS = 3000

/**
 * Does the work and renews its lease meanwhile, however long it takes: leases are short, so that others need not wait long for the
 * work of an app that died.
 */
export async function keepLease<Result>(
  renew: () => Promise<void>,
  work: () => Promise<Result>,
  { everyMs = EVERY_MS } = {},
): Promise<Result> {
  // A lease that can't be renewed runs out: somebody else then does the work, and what this one comes to is not applied.
  const timer = setInterval(() => void renew().catch(() => undefined), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
