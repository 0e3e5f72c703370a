import { useState } from 'react'
import type { Order } from '#contracts/order.ts'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { StatusPanel } from './status-panel.tsx'
import { useRequote } from './use-requote.ts'

const TEXTS = {
  disputed: {
    title: 'This payment is in dispute',
    text: 'Your bank is looking into it. Until that is settled, the title stays closed. If you know nothing of it, please write to us.',
    again: undefined,
  },
  refunded: {
    title: 'The money for this went back to you',
    text: 'So the title no longer opens. You can buy it again, and you owe nothing.',
    again: 'Buy it again',
  },
} as const

/** A disputed or refunded order, and what the buyer can do. */
export function ReversedPayment({ order, status, onOrder }: { order: Order; status: keyof typeof TEXTS; onOrder: (order: Order) => void }) {
  const { requote, failure } = useRequote(order, onOrder)
  const [asking, setAsking] = useState(false)
  const { title, text, again } = TEXTS[status]
  const isForSale = order.quote !== 'gone'

  async function ask() {
    setAsking(true)
    await requote(order.amount.currency)
    setAsking(false)
  }

  return (
    <StatusPanel title={title}>
      <p className="mt-3">{isForSale || !again ? text : 'So the title no longer opens. It is no longer for sale, and you owe nothing.'}</p>
      {again && isForSale && (
        <Button className="mt-6" busy={asking} onClick={ask}>
          {again}
        </Button>
      )}
      <p className="mt-6">
        <TextLink to="/contact?subject=Book+Purchase">Write to us</TextLink>
      </p>
      <ActionError message={failure} />
    </StatusPanel>
  )
}
