import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import { OrderPage } from '#web/features/admin/orders/order-page.tsx'
import { fetchOrder } from '#web/features/admin/orders/orders-api.ts'
import type { Route } from './+types/order.ts'

export const meta = () => adminMeta('Order')

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { loading: startLoading(() => fetchOrder(params.id)) }
}

export default function AdminOrder({ params, loaderData }: Route.ComponentProps) {
  return <OrderPage id={params.id} loading={loaderData.loading} />
}
