import { adminMeta } from '#web/features/admin/admin-meta.ts'
import { AuditPage } from '#web/features/admin/audit/audit-page.tsx'

export const meta = () => adminMeta('Activity')

export default function AdminActivity() {
  return <AuditPage />
}
