import { Outlet, useMatch } from 'react-router'
import type { OrderSummary } from '#contracts/shop/order-admin.ts'
import { listSource, revalidatesList, startLoadingList, useAdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { ALL_ORDERS, OrderList } from '#web/admin/orders/order-list.tsx'
import type { Route } from './+types/orders.ts'

const source = listSource<OrderSummary>('/admin/orders', 'Failed to fetch orders')

export const meta = adminMeta('Orders')

export { revalidatesList as shouldRevalidate }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(source, withDefaultState(request.url), ['state']) }
}

/**
 * Adds the default state filter to a list URL. Unpaid orders are listed only in searches or if their state is selected, since every opened
 * checkout creates an order.
 */
function withDefaultState(address: string): string {
  const url = new URL(address)
  const { searchParams } = url
  if (searchParams.get('state') === ALL_ORDERS) searchParams.delete('state')
  else if (!searchParams.get('state') && !searchParams.get('q')) searchParams.set('state', 'relevant')
  return url.href
}

/** Page with the order list. The state of the list is preserved while the page of an order, a child route, replaces the list. */
export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  const list = useAdminList(source, loaderData.loading)
  return useMatch('/admin/orders') ? <OrderList list={list} /> : <Outlet context={list} />
}
