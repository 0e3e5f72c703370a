import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { OrderPage } from '#web/features/admin/orders/order-page.tsx'

export const meta = () => adminMeta('Order')

export default function AdminOrder() {
  return <OrderPage />
}
