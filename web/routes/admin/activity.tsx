import { AuditPage } from '#web/features/admin/audit/audit-page.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'

export const meta = () => adminMeta('Activity')

export default function AdminActivity() {
  return <AuditPage />
}
