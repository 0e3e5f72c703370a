import type { AttemptState } from '#contracts/payment.ts'
import { isOpen } from './attempt-states.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ages at which an open attempt is looked at first; hourly afterwards. */
const EARLY = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE]
/** How soon a gateway is asked again that could not be asked about what it said itself. */
const FIRST_PAUSE = 10 * SECOND
/** How long money may still come for an attempt that was given up. */
const LATE_PAYMENT = 72 * HOUR
/** How long a payment may still be disputed or given back. */
const DISPUTES = 180 * DAY

type Watched = {
  state: AttemptState
  createdAt: Date
  endedAt: Date | null
  paidAt: Date | null
  expiresAt: Date | null
  /** Whether the gateway said something that was not looked into yet */
  hinted: boolean
  /** Since when a reading is owed that has not succeeded yet */
  unansweredSince: Date | null
}

/** When the gateway is asked next what became of an attempt; null when nothing can come any more. */
export function nextCheckAt(attempt: Watched, now: Date): Date | null {
  if (attempt.hinted) return now
  const inTurn = nextInTurn(attempt, now)
  if (!attempt.unansweredSince) return inTurn
  // Twice as late each time.
  const waited = now.getTime() - attempt.unansweredSince.getTime()
  const soon = new Date(now.getTime() + Math.min(Math.max(waited, FIRST_PAUSE), HOUR))
  return inTurn && inTurn < soon ? inTurn : soon
}

function nextInTurn({ state, createdAt, endedAt, paidAt, expiresAt }: Watched, now: Date): Date | null {
  // What a clock that was set back since calls the future has only just happened.
  const since = (moment: Date) => Math.max(0, now.getTime() - moment.getTime())
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)

  if (isOpen(state)) {
    const early = EARLY.find((age) => age > since(createdAt))
    const next = after(early === undefined ? HOUR : early - since(createdAt))
    return expiresAt && expiresAt > now && expiresAt < next ? new Date(expiresAt.getTime() + SECOND) : next
  }
  if (state === 'paid' || state === 'disputed') return since(paidAt ?? createdAt) < DISPUTES ? after(DAY) : null
  if (state === 'refunded' || state === 'charged_back') return null
  const age = since(endedAt ?? createdAt)
  if (age >= LATE_PAYMENT) return null
  // Twice as late each time, and once more at the very end.
  return after(Math.min(Math.max(age, HOUR), DAY, LATE_PAYMENT - age))
}

/** When a gateway is asked again that gave no clear answer. Never not at all: somebody had a reason to ask. */
export function nextTryAt(attempt: Watched, now: Date): Date {
  return nextCheckAt(attempt, now) ?? new Date(now.getTime() + HOUR)
}
