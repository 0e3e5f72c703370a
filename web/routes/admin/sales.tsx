import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { SalesPage } from '#web/features/admin/sales/sales-page.tsx'

export const meta = () => adminMeta('Sales')

export default function AdminSales() {
  return <SalesPage />
}
