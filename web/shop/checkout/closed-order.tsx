import type { Order } from '#contracts/shop/order.ts'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { StatusPanel } from './status-panel.tsx'
import { useRequote } from './use-requote.ts'

const CONTACT = '/contact?subject=Book+Purchase'

export function DisputedPayment() {
  return (
    <StatusPanel title="This payment is in dispute">
      <p className="mt-3">
        Your bank is reviewing it. You can’t open the title until the dispute is settled. If you did not start it, please write to us.
      </p>
      <p className="mt-6">
        <TextLink to={CONTACT}>Write to us</TextLink>
      </p>
    </StatusPanel>
  )
}

export function RefundedPayment({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const { requote, asking, failure } = useRequote(order, onOrder)
  const isForSale = order.quote !== 'gone'
  const next = isForSale ? 'You can buy it again' : 'It is no longer for sale'
  return (
    <StatusPanel title="This purchase was refunded">
      <p className="mt-3">{`The title no longer opens, and you owe nothing. ${next}.`}</p>
      {isForSale && (
        <Button className="mt-6" busy={asking !== undefined} onClick={() => requote(order.amount.currency)}>
          Buy it again
        </Button>
      )}
      <p className="mt-6">
        <TextLink to={CONTACT}>Write to us</TextLink>
      </p>
      <ActionError message={failure} />
    </StatusPanel>
  )
}

const PLACES = {
  book: { noun: 'book', to: '/bookshop', label: 'Go to the bookshop' },
  podcast: { noun: 'episode', to: '/podcasts', label: 'Go to the episodes' },
} as const

/** Panel of an unpaid order whose item was removed from the site. */
export function UnavailableItem({ kind }: { kind: Order['product']['kind'] }) {
  const { noun, to, label } = PLACES[kind]
  return (
    <StatusPanel title={`This ${noun} is no longer for sale`}>
      <p className="mt-3">It was removed from the site, so this order can no longer be paid. Nothing was charged.</p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <ButtonLink to={to}>{label}</ButtonLink>
        <ButtonLink to={CONTACT} variant="outline">
          Write to us
        </ButtonLink>
      </div>
    </StatusPanel>
  )
}
