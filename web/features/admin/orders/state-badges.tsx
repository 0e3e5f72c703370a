import type { AttemptState, OrderState } from '#contracts/payment.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { ATTEMPT_STATE_LABELS, ORDER_STATE_LABELS } from './labels.ts'

const ORDER_TONES: Record<OrderState, BadgeTone> = {
  paid: 'success',
  granted: 'success-outline',
  paying: 'pending',
  disputed: 'danger',
  refunded: 'danger-outline',
  charged_back: 'danger-outline',
  unpaid: 'neutral',
  superseded: 'neutral',
}
const ATTEMPT_TONES: Record<AttemptState, BadgeTone> = {
  paid: 'success',
  initiating: 'pending',
  open: 'pending',
  disputed: 'danger',
  refunded: 'danger-outline',
  charged_back: 'danger-outline',
  failed: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
}

export function OrderStateBadge({ state }: { state: OrderState }) {
  return <Badge tone={ORDER_TONES[state]}>{ORDER_STATE_LABELS[state]}</Badge>
}

export function AttemptStateBadge({ state }: { state: AttemptState }) {
  return <Badge tone={ATTEMPT_TONES[state]}>{ATTEMPT_STATE_LABELS[state]}</Badge>
}

export function RefundDueBadge() {
  return <Badge tone="danger">Refund due</Badge>
}
