import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { orderSource } from '#web/features/admin/orders/orders-api.ts'
import { OrdersPage } from '#web/features/admin/orders/orders-page.tsx'
import type { Route } from './+types/orders.ts'

export const meta = () => adminMeta('Orders')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(orderSource, request.url, ['state']) }
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  return <OrdersPage {...loaderData} />
}
