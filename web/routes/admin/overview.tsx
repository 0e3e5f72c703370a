import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import { fetchOverview, OverviewPage } from '#web/features/admin/overview/overview-page.tsx'
import type { Route } from './+types/overview.ts'

export const meta = () => adminMeta('Overview')

export function clientLoader() {
  return { loading: startLoading(fetchOverview) }
}

export default function AdminOverview({ loaderData }: Route.ComponentProps) {
  return <OverviewPage loading={loaderData.loading} />
}
