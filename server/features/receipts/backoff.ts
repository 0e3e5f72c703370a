const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

type Failure = { error: Error; waitMs: number; until: number }

/**
 * Remembers in this process what failed and when it may be retried: after a minute, then twice as long each time, up to an hour. A
 * mail server that gets the same bad address every few seconds may block the sender.
 */
export function createBackoff(now: () => Date) {
  const failures = new Map<number, Failure>()

  return {
    /** The last failure, while it may not be retried. */
    pending: (number: number): Error | undefined => {
      const failure = failures.get(number)
      return failure && failure.until > now().getTime() ? failure.error : undefined
    },

    failed: (number: number, error: Error) => {
      const before = failures.get(number)
      const waitMs = before ? Math.min(2 * before.waitMs, LONGEST_WAIT_MS) : FIRST_WAIT_MS
      failures.set(number, { error, waitMs, until: now().getTime() + waitMs })
    },

    succeeded: (number: number) => {
      failures.delete(number)
    },
  }
}
