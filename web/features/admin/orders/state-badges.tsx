import type { AttemptState, OrderState } from '#contracts/payment.ts'
import { classNames } from '#web/lib/class-names.ts'
import { ATTEMPT_WORDS, ORDER_WORDS } from './labels.ts'

const LOOKS = {
  good: 'bg-leaf text-white',
  given: 'text-leaf ring-[1.5px] ring-inset ring-leaf',
  going: 'bg-lamp-2 text-[#231a08]',
  bad: 'bg-brick text-white',
  back: 'text-brick ring-[1.5px] ring-inset ring-brick',
  quiet: 'text-soft ring-1 ring-inset ring-edge',
}
const ORDER_LOOKS: Record<OrderState, keyof typeof LOOKS> = {
  paid: 'good',
  granted: 'given',
  paying: 'going',
  disputed: 'bad',
  refunded: 'back',
  charged_back: 'back',
  unpaid: 'quiet',
  superseded: 'quiet',
}
const ATTEMPT_LOOKS: Record<AttemptState, keyof typeof LOOKS> = {
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

export function OrderChip({ state }: { state: OrderState }) {
  return <Chip look={ORDER_LOOKS[state]}>{ORDER_WORDS[state]}</Chip>
}

export function AttemptChip({ state }: { state: AttemptState }) {
  return <Chip look={ATTEMPT_LOOKS[state]}>{ATTEMPT_WORDS[state]}</Chip>
}

export function RefundDueChip() {
  return <Chip look="bad">Refund due</Chip>
}

function Chip({ look, children }: { look: keyof typeof LOOKS; children: string }) {
  return (
    <span
      className={classNames('inline-block whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-sm leading-normal', LOOKS[look])}
    >
      {children}
    </span>
  )
}
