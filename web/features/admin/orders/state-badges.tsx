import type { AttemptState, OrderState } from '#contracts/payment.ts'
import { classNames } from '#web/lib/class-names.ts'
import { ATTEMPT_STATE_LABELS, ORDER_STATE_LABELS } from './labels.ts'

const STYLES = {
  good: 'bg-leaf text-white',
  given: 'text-leaf ring-[1.5px] ring-inset ring-leaf',
  going: 'bg-lamp-2 text-[#231a08]',
  bad: 'bg-brick text-white',
  back: 'text-brick ring-[1.5px] ring-inset ring-brick',
  quiet: 'text-soft ring-1 ring-inset ring-edge',
}
const ORDER_STYLES: Record<OrderState, keyof typeof STYLES> = {
  paid: 'good',
  granted: 'given',
  paying: 'going',
  disputed: 'bad',
  refunded: 'back',
  charged_back: 'back',
  unpaid: 'quiet',
  superseded: 'quiet',
}
const ATTEMPT_STYLES: Record<AttemptState, keyof typeof STYLES> = {
  paid: 'good',
  initiating: 'going',
  open: 'going',
  disputed: 'bad',
  refunded: 'back',
  charged_back: 'back',
  failed: 'quiet',
  cancelled: 'quiet',
  expired: 'quiet',
}

export function OrderStateBadge({ state }: { state: OrderState }) {
  return <StateBadge look={ORDER_STYLES[state]}>{ORDER_STATE_LABELS[state]}</StateBadge>
}

export function AttemptStateBadge({ state }: { state: AttemptState }) {
  return <StateBadge look={ATTEMPT_STYLES[state]}>{ATTEMPT_STATE_LABELS[state]}</StateBadge>
}

export function RefundDueBadge() {
  return <StateBadge look="bad">Refund due</StateBadge>
}

function StateBadge({ look, children }: { look: keyof typeof STYLES; children: string }) {
  return (
    <span
      className={classNames('inline-block whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-sm leading-normal', STYLES[look])}
    >
      {children}
    </span>
  )
}
