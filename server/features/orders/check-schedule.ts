import type { AttemptState } from '#contracts/payment.ts'
import { isMoney, isOpen, isReturned } from './attempt-states.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ages at which an open attempt is checked; hourly afterwards. */
const EARLY = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]
/** The shortest wait before a failed check is repeated. */
const FIRST_PAUSE = 10 * SECOND
/** How long a payment may still arrive for an attempt that ended. */
const LATE_PAYMENT = 72 * HOUR
/** How long a payment may still be disputed or refunded, and a refund may fail. */
const DISPUTES = 180 * DAY

type CheckedAttempt = {
  state: AttemptState
  createdAt: Date
  endedAt: Date | null
  paidAt: Date | null
  expiresAt: Date | null
  /** A notification came that no check has followed yet */
  notified: boolean
  /** Since when a check is due that has not succeeded */
  unansweredSince: Date | null
  /** An administrator recorded the refund, of which the gateway knows nothing */
  isRefundedByHand?: boolean
}

/** When the status of an attempt is read next; null when it can no longer change. */
export function nextCheckAt(attempt: CheckedAttempt, now: Date): Date | null {
  if (attempt.notified) return now
  const regular = regularCheckAt(attempt, now)
  if (!attempt.unansweredSince) return regular
  // Doubles each time.
  const waited = now.getTime() - attempt.unansweredSince.getTime()
  const soon = new Date(now.getTime() + Math.min(Math.max(waited, FIRST_PAUSE), HOUR))
  return regular && regular < soon ? regular : soon
}

function regularCheckAt(attempt: CheckedAttempt, now: Date): Date | null {
  const { state, createdAt, endedAt, paidAt, expiresAt, isRefundedByHand } = attempt
  // After the clock was set back, moments may lie in the future: they count as now.
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
  if (age >= LATE_PAYMENT) return null
  // Doubles each time, and ends with one check when no payment can arrive any more.
  return after(Math.min(Math.max(age, HOUR), DAY, LATE_PAYMENT - age))
}

/** When a check that failed is repeated. Never null, since the check had a reason. */
export function retryAt(attempt: CheckedAttempt, now: Date): Date {
  return nextCheckAt(attempt, now) ?? new Date(now.getTime() + HOUR)
}
