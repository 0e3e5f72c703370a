import Banknote from 'lucide-react/icons/banknote'
import Gift from 'lucide-react/icons/gift'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { OrderDetails, OrderSummary } from '#contracts/shop/order-admin.ts'
import { ORDER_STATES } from '#contracts/shop/payment.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { receiptLabel } from '#contracts/shop/receipt-number.ts'
import { zoneName } from '#web/admin/kit/dates.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FilterSelect } from '#web/admin/kit/list/filter-select.tsx'
import { SearchedList } from '#web/admin/kit/list/searched-list.tsx'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { useListPlace } from '#web/admin/kit/list/use-list-place.ts'
import { Button } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { ManualPaymentDialog } from './manual-payment-dialog.tsx'
import { lookOfOrder, ORDER_STATE_LOOKS, RefundDueBadge, StateBadge, TrialBadge } from './state-badges.tsx'

/** Filter value that includes unpaid orders */
export const ALL_ORDERS = 'all'

const STATES: [string, string][] = [
  [ALL_ORDERS, 'All orders'],
  ['refund_due', 'Refund due'],
  ...ORDER_STATES.map((state): [string, string] => [state, ORDER_STATE_LOOKS[state].label]),
]
const ORDER_COLUMNS = '@4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_8rem_12rem_9.5rem]'

export function OrderList({ list }: { list: AdminList<OrderSummary> }) {
  const { search } = useLocation()
  const hasSearch = new URLSearchParams(search).has('q')
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'grant' | 'payment'>()
  useListPlace(list)

  function open(order: OrderDetails) {
    setDialog(undefined)
    list.add(order)
    navigate(`/admin/orders/${order.id}`)
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle>Orders</PageTitle>
        <div className="flex flex-wrap gap-3">
          <Button size="small" variant="outline" onClick={() => setDialog('grant')}>
            <Gift aria-hidden className="size-5" />
            Grant an item
          </Button>
          <Button size="small" onClick={() => setDialog('payment')}>
            <Banknote aria-hidden className="size-5" />
            Paid in person
          </Button>
        </div>
      </div>
      <SearchedList
        list={list}
        label="Orders"
        one="order"
        many="orders"
        searchLabel="Search item, email or number"
        filters={
          <div className="flex w-full sm:w-auto">
            <FilterSelect name="state" label="Status" all={hasSearch ? 'All statuses' : 'Paid and open payments'} options={STATES} />
          </div>
        }
        filterNames={['state']}
        first="Orders without a payment are listed under “All orders”."
      >
        {(orders) => (
          <>
            <div aria-hidden className={`hidden gap-x-5 border-rule border-b pb-2 text-sm text-soft @4xl:grid ${ORDER_COLUMNS}`}>
              <span>Item</span>
              <span>Email</span>
              <span className="text-right">Amount</span>
              <span>Status</span>
              <span className="text-right">Created</span>
            </div>
            <ul className="border-rule border-t @4xl:border-t-0">
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} to={`/admin/orders/${order.id}${search}`} />
              ))}
            </ul>
            <p className="mt-4 text-sm text-soft">Times are in your time zone ({zoneName()}).</p>
          </>
        )}
      </SearchedList>
      <GrantDialog open={dialog === 'grant'} onClose={() => setDialog(undefined)} onGranted={open} />
      <ManualPaymentDialog open={dialog === 'payment'} onClose={() => setDialog(undefined)} onRecorded={open} />
    </>
  )
}

export function OrderRow({ order, to }: { order: OrderSummary; to: string }) {
  const { id, product, email, amount, returnedMinor, refundDue, receiptNumber, trial, createdAt } = order
  return (
    <li id={`row-${id}`} className="border-rule border-b">
      <Link
        to={to}
        className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-1 py-3 text-base leading-snug hover:bg-paper-2 @4xl:items-center ${ORDER_COLUMNS}`}
      >
        <span className="wrap-anywhere line-clamp-2 font-semibold">{product.title}</span>
        <span className="wrap-anywhere col-span-2 row-start-2 text-sm text-soft @4xl:col-auto @4xl:row-auto">
          {email ?? 'No email address yet'}
        </span>
        <span className="col-start-2 row-start-1 text-right tabular-nums @4xl:col-auto @4xl:row-auto">
          {amount ? formatAmount(amount) : '–'}
          {amount && returnedMinor > 0 && (
            <span className="block text-sm text-soft">{formatAmount({ ...amount, minor: returnedMinor })} refunded</span>
          )}
        </span>
        <span className="row-start-3 flex flex-wrap gap-1.5 @4xl:row-auto">
          <StateBadge look={lookOfOrder(order)} />
          {trial && <TrialBadge />}
          {refundDue && <RefundDueBadge />}
        </span>
        <span className="row-start-3 text-right text-sm text-soft tabular-nums @4xl:row-auto">
          <ExactTime iso={createdAt} toMinute />
          {receiptNumber !== null && <span className="hidden @4xl:block">Receipt {receiptLabel(receiptNumber)}</span>}
        </span>
      </Link>
    </li>
  )
}
