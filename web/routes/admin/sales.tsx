import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import { readPeriod } from '#web/features/admin/sales/periods.ts'
import { fetchSalesOf } from '#web/features/admin/sales/sales-api.ts'
import { SalesPage } from '#web/features/admin/sales/sales-page.tsx'
import type { Route } from './+types/sales.ts'

export const meta = () => adminMeta('Sales')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const period = readPeriod(new URL(request.url).searchParams)
  return { period, loading: startLoading(() => fetchSalesOf(period)) }
}

export default function AdminSales({ loaderData }: Route.ComponentProps) {
  return <SalesPage period={loaderData.period} loading={loaderData.loading} />
}
