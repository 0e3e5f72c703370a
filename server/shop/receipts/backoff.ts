const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000

type Failure = { error: Error; waitMs: number; until: number }

/**
 * Schedules retries of failed mails in this process: after a minute, then after twice the previous delay, up to an hour. Mail servers
 * may block a sender that retries a bad address every few seconds.
 */
export function createBackoff(now: () => Date) {
  const failures = new Map<number, Failure>()

  return {
    /** Returns the last failure while a retry has to wait. */
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
