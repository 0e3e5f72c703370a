import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { OrdersPage } from '#web/features/admin/orders/orders-page.tsx'

export const meta = () => adminMeta('Orders')

export default function AdminOrders() {
  return <OrdersPage />
}
