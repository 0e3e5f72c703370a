import type { paymentAttempts } from '../orders.schema.ts'
import { isMoney, isOpen, isReturned } from './attempt-states.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ages at which an open payment attempt is checked. Later checks are hourly. */
const EARLY = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]
/** Minimum delay before a failed check is retried. */
const FIRST_PAUSE = 10 * SECOND
/** Time after the end of a payment attempt in which a late payment may still arrive. */
export const LATE_PAYMENT_MS = 72 * HOUR
/** Time after a payment in which it may be disputed or refunded, and in which a refund may fail. */
const DISPUTES = 180 * DAY

type AttemptColumn = 'state' | 'createdAt' | 'endedAt' | 'paidAt' | 'expiresAt' | 'notified' | 'unansweredSince'
type CheckedAttempt = Pick<typeof paymentAttempts.$inferSelect, AttemptColumn> & {
  /** Whether an administrator recorded the refund, which the gateway doesn't know about */
  isRefundedByHand?: boolean
}

/** Returns the time of the next status check of a payment attempt; null if the status can no longer change. */
export function nextCheckAt(attempt: CheckedAttempt, now: Date): Date | null {
  if (attempt.notified) return now
  const regular = regularCheckAt(attempt, now)
  if (!attempt.unansweredSince) return regular
  // The retry delay doubles with each retry of a failed check.
  const waited = now.getTime() - attempt.unansweredSince.getTime()
  const soon = new Date(now.getTime() + Math.min(Math.max(waited, FIRST_PAUSE), HOUR))
  return regular && regular < soon ? regular : soon
}

function regularCheckAt(attempt: CheckedAttempt, now: Date): Date | null {
  const { state, createdAt, endedAt, paidAt, expiresAt, isRefundedByHand } = attempt
  // Times may be in the future after the clock was set back. They are treated as the current time.
  const since = (moment: Date) => Math.max(0, now.getTime() - moment.getTime())
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)

  if (isOpen(state)) {
    const early = EARLY.find((age) => age > since(createdAt))
    const next = after(early === undefined ? HOUR : early - since(createdAt))
    return expiresAt && expiresAt > now && expiresAt < next ? new Date(expiresAt.getTime() + SECOND) : next
  }
  if (state === 'processing') return after(HOUR)
  if (isReturned(state) && isRefundedByHand) return null
  if (isMoney(state)) return since(paidAt ?? createdAt) < DISPUTES ? after(DAY) : null
  const age = since(endedAt ?? createdAt)
  if (age >= LATE_PAYMENT_MS) return null
  // The check interval doubles each time. The last check is at the end of the period for late payments.
  return after(Math.min(Math.max(age, HOUR), DAY, LATE_PAYMENT_MS - age))
}

/** Returns the time at which a failed check is retried. Failed checks are always retried. */
export function retryAt(attempt: CheckedAttempt, now: Date): Date {
  return nextCheckAt(attempt, now) ?? new Date(now.getTime() + HOUR)
}
