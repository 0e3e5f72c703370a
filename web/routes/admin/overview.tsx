import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { OverviewPage } from '#web/features/admin/overview/overview-page.tsx'

export const meta = () => adminMeta('Overview')

export default function AdminOverview() {
  return <OverviewPage />
}
