import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { SessionsPage } from '#web/features/admin/sessions/sessions-page.tsx'

export const meta = () => adminMeta('Who is signed in')

export default function AdminSessions() {
  return <SessionsPage />
}
