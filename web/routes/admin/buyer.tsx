import { Link } from 'react-router'
import { OrderSummary } from '#contracts/shop/order-admin.ts'
import { Message } from '#contracts/site/contact.ts'
import { read } from '#web/admin/kit/api.ts'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { OrderRow } from '#web/admin/orders/order-list.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/buyer.ts'

/** Maximum page size of the API. No buyer is expected to exceed this number of orders. */
const LIMIT = 100

export const meta = adminMeta('Buyer')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const email = new URL(request.url).searchParams.get('email') ?? ''
  return { email, loading: startLoading(() => loadBuyer(email)) }
}

async function loadBuyer(email: string) {
  const query = new URLSearchParams({ email, limit: String(LIMIT) })
  const [orders, messages] = await Promise.all([
    read(OrderSummary.array(), `/admin/orders?${query}`),
    read(Message.array(), `/messages?${query}`),
  ])
  return { email, orders, messages }
}

/** Page with all orders and messages of an email address. */
export default function AdminBuyer({ loaderData: { email, loading } }: Route.ComponentProps) {
  const { value, failure, reload } = useLoaded(loading, 'Failed to fetch the buyer', { isRemembered: true })
  const buyer = value?.email === email ? value : undefined
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/orders">Orders</BackLink>
      <PageTitle className="wrap-anywhere mt-1 mb-6">{email || 'No email address'}</PageTitle>
      {failure && <FailedList many="orders" onRetry={reload} />}
      {!failure && !buyer && <LoadingList />}
      {!failure && buyer && (
        <>
          <section aria-label="Orders" className="@container">
            <h2 className="mb-3 text-2xl">Orders</h2>
            {buyer.orders.length === 0 && <p className="border-rule border-t py-6 text-base text-soft">No order has this address.</p>}
            <ul className="border-rule border-t">
              {buyer.orders.map((order) => (
                <OrderRow key={order.id} order={order} to={`/admin/orders/${order.id}`} />
              ))}
            </ul>
          </section>
          <section aria-label="Messages" className="mt-10">
            <h2 className="mb-3 text-2xl">Messages</h2>
            {buyer.messages.length === 0 && (
              <p className="border-rule border-t py-6 text-base text-soft">No message came from this address.</p>
            )}
            <ul className="border-rule border-t">
              {buyer.messages.map(({ id, subject, message, createdAt, answered }) => (
                <li key={id} className="border-rule border-b">
                  <Link
                    to={`/admin/messages?${new URLSearchParams({ q: email })}`}
                    className="block py-3 text-base leading-snug hover:bg-paper-2"
                  >
                    <span className="font-semibold">{subject}</span>
                    <span className="wrap-anywhere line-clamp-2 text-soft">{message}</span>
                    <span className="text-sm text-soft tabular-nums">
                      {answered ? 'Answered' : 'Not answered'} · <ExactTime iso={createdAt} toMinute />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  )
}
