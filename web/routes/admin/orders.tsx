import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { OrdersPage } from '#web/features/admin/orders/orders-page.tsx'

export const meta = () => adminMeta('Orders')

export default function AdminOrders() {
  return <OrdersPage />
}
