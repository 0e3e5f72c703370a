/** Interval between renewals: short enough that one or two of them may fail before the lease ends. */
const EVERY_MS = 3000

/** Runs the work and renews its lease until the end. Leases are short, so that another app soon takes over after a crash. */
export async function withLease<Result>(
  renew: () => Promise<void>,
  work: () => Promise<Result>,
  { everyMs = EVERY_MS } = {},
): Promise<Result> {
  // If renewals fail, the lease expires: another caller does the work, and this result is not applied.
  const timer = setInterval(() => void renew().catch(() => undefined), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
