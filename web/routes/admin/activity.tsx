import { auditSource, listPeople } from '#web/features/admin/audit/audit-api.ts'
import { AUDIT_FILTERS } from '#web/features/admin/audit/audit-filters.tsx'
import { AuditPage } from '#web/features/admin/audit/audit-page.tsx'
import { startLoadingList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import type { Route } from './+types/activity.ts'

export const meta = () => adminMeta('Activity')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return { loading: startLoadingList(auditSource, request.url, AUDIT_FILTERS), people: startLoading(listPeople) }
}

export default function AdminActivity({ loaderData }: Route.ComponentProps) {
  return <AuditPage {...loaderData} />
}
