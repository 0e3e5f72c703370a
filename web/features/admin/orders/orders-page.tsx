import { Outlet, useMatch } from 'react-router'
import type { OrderSummary } from '#contracts/order-admin.ts'
import { type FirstPage, useAdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { OrderList } from './order-list.tsx'
import { orderSource } from './orders-api.ts'

/** The list of orders. Its state is kept while the page of an order, a child route, takes its place. */
export function OrdersPage({ loading }: { loading: Promise<FirstPage<OrderSummary>> }) {
  const list = useAdminList(orderSource, loading)
  return useMatch('/admin/orders') ? <OrderList list={list} /> : <Outlet context={list} />
}
