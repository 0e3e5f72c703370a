import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { SessionList, startLoadingSessions } from '#web/admin/sessions/session-list.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/sessions.ts'

export const meta = adminMeta('Who is signed in')

export function clientLoader() {
  return { loading: startLoadingSessions() }
}

export default function AdminSessions({ loaderData }: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/accounts">Admin Accounts</BackLink>
      <PageTitle className="mt-1">Who is signed in</PageTitle>
      <p className="mt-2 mb-5 max-w-2xl text-base text-soft">
        Each line is a browser. If you don’t recognize one, end its session and set a new password for the account.
      </p>
      <SessionList loading={loaderData.loading} />
    </div>
  )
}
