import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import { SessionsPage } from '#web/features/admin/sessions/sessions-page.tsx'
import { fetchSessions } from '#web/features/admin/sessions/use-sessions.ts'
import type { Route } from './+types/sessions.ts'

export const meta = () => adminMeta('Who is signed in')

export function clientLoader() {
  return { loading: startLoading(fetchSessions) }
}

export default function AdminSessions({ loaderData }: Route.ComponentProps) {
  return <SessionsPage loading={loaderData.loading} />
}
