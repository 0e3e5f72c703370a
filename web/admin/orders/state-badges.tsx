import type { OrderSummary } from '#contracts/shop/order-admin.ts'
import type { AttemptState, OrderState } from '#contracts/shop/payment.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

type Look = { label: string; tone: BadgeTone }

export const ORDER_STATE_LOOKS: Record<OrderState, Look> = {
  unpaid: { label: 'Not paid', tone: 'neutral' },
  paying: { label: 'In progress', tone: 'pending' },
  paid: { label: 'Paid', tone: 'success' },
  granted: { label: 'Granted', tone: 'success-outline' },
  disputed: { label: 'In dispute', tone: 'danger' },
  refunded: { label: 'Refunded', tone: 'danger-outline' },
  charged_back: { label: 'Charged back', tone: 'danger-outline' },
  superseded: { label: 'Closed', tone: 'neutral' },
}

export const ATTEMPT_STATE_LOOKS: Record<AttemptState, Look> = {
  initiating: { label: 'Starting', tone: 'pending' },
  open: { label: 'In progress', tone: 'pending' },
  processing: { label: 'Processing', tone: 'pending' },
  paid: { label: 'Paid', tone: 'success' },
  disputed: { label: 'In dispute', tone: 'danger' },
  failed: { label: 'Failed', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'danger-outline' },
  charged_back: { label: 'Charged back', tone: 'danger-outline' },
}

const PARTLY_REFUNDED: Look = { label: 'Partly refunded', tone: 'success-outline' }

/** Returns the badge style and label of an order. A partial refund does not change the state of the order, since the buyer keeps access. */
export function lookOfOrder({ state, returnedMinor }: Pick<OrderSummary, 'state' | 'returnedMinor'>): Look {
  return state === 'paid' && returnedMinor > 0 ? PARTLY_REFUNDED : ORDER_STATE_LOOKS[state]
}

/** Returns the badge style and label of a payment attempt, of which `returnedMinor` was refunded. */
export function lookOfAttempt(state: AttemptState, returnedMinor: number): Look {
  return state === 'paid' && returnedMinor > 0 ? PARTLY_REFUNDED : ATTEMPT_STATE_LOOKS[state]
}

export function StateBadge({ look: { label, tone } }: { look: Look }) {
  return <Badge tone={tone}>{label}</Badge>
}

export function TrialBadge() {
  return <Badge tone="neutral">Trial, no real money</Badge>
}

export function RefundDueBadge() {
  return <Badge tone="danger">Refund due</Badge>
}
