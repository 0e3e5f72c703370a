import type { Order } from '#contracts/order.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { StatusPanel } from './status-panel.tsx'

const PLACES = {
  book: { noun: 'book', to: '/bookshop', label: 'Go to the bookshop' },
  podcast: { noun: 'episode', to: '/podcasts', label: 'Go to the episodes' },
} as const

/** An unpaid order whose item was taken off the site. */
export function UnavailableItem({ kind }: { kind: Order['product']['kind'] }) {
  const { noun, to, label } = PLACES[kind]
  return (
    <StatusPanel title={`This ${noun} is no longer for sale`}>
      <p className="mt-3">It was taken off the site, so this order can’t be paid any more. Nothing was charged.</p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <ButtonLink to={to}>{label}</ButtonLink>
        <ButtonLink to="/contact?subject=Book+Purchase" variant="outline">
          Write to us
        </ButtonLink>
      </div>
    </StatusPanel>
  )
}
