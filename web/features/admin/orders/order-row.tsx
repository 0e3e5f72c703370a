import { Link } from 'react-router'
import type { OrderSummary } from '#contracts/order-admin.ts'
import { formatAmount } from '#contracts/price.ts'
import { ExactTime } from '#web/features/admin/kit/list/exact-time.tsx'
import { ORDER_STATE_LOOKS, RefundDueBadge, StateBadge } from './state-badges.tsx'

/** How wide the parts of a row are where there is room for columns. */
export const ORDER_COLUMNS = '@4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_8rem_12rem_9.5rem]'

export function OrderRow({ order, to }: { order: OrderSummary; to: string }) {
  const { id, product, email, amount, state, refundDue, receiptNumber, createdAt } = order
  return (
    <li id={`row-${id}`} className="border-rule border-b">
      <Link
        to={to}
        className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-1 py-3 text-base leading-snug hover:bg-paper-2 @4xl:items-center ${ORDER_COLUMNS}`}
      >
        <span className="wrap-anywhere line-clamp-2 font-semibold">{product.title}</span>
        <span className="wrap-anywhere col-span-2 row-start-2 text-sm text-soft @4xl:col-auto @4xl:row-auto">
          {email ?? 'No e-mail address yet'}
        </span>
        <span className="col-start-2 row-start-1 text-right tabular-nums @4xl:col-auto @4xl:row-auto">{formatAmount(amount)}</span>
        <span className="row-start-3 flex flex-wrap gap-1.5 @4xl:row-auto">
          <StateBadge look={ORDER_STATE_LOOKS[state]} />
          {refundDue && <RefundDueBadge />}
        </span>
        <span className="row-start-3 text-right text-sm text-soft tabular-nums @4xl:row-auto">
          <ExactTime iso={createdAt} toMinute />
          {receiptNumber !== null && <span className="hidden @4xl:block">Receipt {receiptNumber}</span>}
        </span>
      </Link>
    </li>
  )
}
