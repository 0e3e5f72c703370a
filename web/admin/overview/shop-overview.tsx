import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CurrentSales, OrderSummary } from '#contracts/shop/order-admin.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { read } from '#web/admin/kit/api.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { lookOfOrder, RefundDueBadge, StateBadge, TrialBadge } from '#web/admin/orders/state-badges.tsx'

const LAST_ORDERS = 5
const PERIODS = { today: 'Today', week: 'This week', month: 'This month' }

type ShopFigures = { sales: CurrentSales[]; orders: OrderSummary[] }

export function startLoadingShop(): Promise<ShopFigures> {
  return startLoading(async () => {
    const [sales, orders] = await Promise.all([
      read(CurrentSales.array(), '/admin/sales/current'),
      read(OrderSummary.array(), `/admin/orders?state=relevant&limit=${LAST_ORDERS}`),
    ])
    return { sales, orders }
  })
}

/** Current sales and latest orders of the shop. */
export function ShopOverview({ loading }: { loading: Promise<ShopFigures> }) {
  const { value, failure, reload } = useLoaded(loading, 'Failed to fetch the sales', { isRemembered: true })
  if (failure) return <FailedList many="sales" onRetry={reload} />
  if (!value) return <LoadingList />
  const { sales, orders } = value
  return (
    <>
      <Part id="sales" title="Sales" more={{ to: '/admin/sales', label: 'All sales' }}>
        <dl className="grid border-rule border-t border-l sm:grid-cols-3">
          {Object.entries(PERIODS).map(([period, label]) => (
            <div
              key={period}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 border-rule border-r border-b px-4 py-4 sm:block"
            >
              <dt className="text-base text-soft">{label}</dt>
              <Sums sales={sales.filter((row) => row.period === period)} />
            </div>
          ))}
        </dl>
      </Part>
      <Part id="orders" title="Last orders" more={{ to: '/admin/orders', label: 'All orders' }}>
        {orders.length === 0 && <p className="border-rule border-t py-6 text-base text-soft">Nothing has been sold yet.</p>}
        {orders.length > 0 && (
          <ul className="border-rule border-t">
            {orders.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </ul>
        )}
      </Part>
    </>
  )
}

function Part({ id, title, more, children }: { id: string; title: string; more: { to: string; label: string }; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-10 first:mt-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        <Link to={more.to} className="inline-flex min-h-11 items-center text-base text-link">
          {more.label}
        </Link>
      </div>
      {children}
    </section>
  )
}

/** Net sales in each currency, after deducting refunds of the same period. */
function Sums({ sales }: { sales: CurrentSales[] }) {
  const nothing = { currency: 'USD' as const, netMinor: 0, sold: 0, refundedMinor: 0 }
  return (sales.length === 0 ? [nothing] : sales).map(({ currency, netMinor, sold, refundedMinor }) => (
    <dd key={currency} className="ml-auto text-right sm:mt-1 sm:ml-0 sm:text-left">
      <span className="wrap-anywhere block font-serif text-title-lg leading-tight tabular-nums">
        {formatAmount({ currency, minor: netMinor })}
      </span>
      <span className="text-sm text-soft tabular-nums">
        {sold.toLocaleString('en')} sold{refundedMinor !== 0 && `, ${formatAmount({ currency, minor: refundedMinor })} refunded`}
      </span>
    </dd>
  ))
}

function OrderLine({ order }: { order: OrderSummary }) {
  const { id, product, email, amount, refundDue, trial, createdAt } = order
  return (
    <li className="border-rule border-b">
      <Link to={`/admin/orders/${id}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3 text-base leading-snug hover:bg-paper-2">
        <span className="wrap-anywhere line-clamp-2 font-semibold">{product.title}</span>
        <span className="text-right tabular-nums">{amount ? formatAmount(amount) : '–'}</span>
        <span className="wrap-anywhere min-w-0 text-sm text-soft tabular-nums">
          {email && <span className="block">{email}</span>}
          <ExactTime iso={createdAt} toMinute />
        </span>
        <span className="flex flex-wrap content-start justify-end gap-1.5">
          <StateBadge look={lookOfOrder(order)} />
          {trial && <TrialBadge />}
          {refundDue && <RefundDueBadge />}
        </span>
      </Link>
    </li>
  )
}
