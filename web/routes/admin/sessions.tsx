import { useState } from 'react'
import { Session } from '#contracts/session.ts'
import { read } from '#web/features/admin/kit/api.ts'
import { BackLink } from '#web/features/admin/kit/list/back-link.tsx'
import { FailedList, LoadingList } from '#web/features/admin/kit/list/list-states.tsx'
import { adminMeta } from '#web/features/admin/kit/meta.ts'
import { startLoading } from '#web/features/admin/kit/use-loaded.ts'
import { SessionRow } from '#web/features/admin/sessions/session-row.tsx'
import { useSessions } from '#web/features/admin/sessions/use-sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/sessions.ts'

export const meta = () => adminMeta('Who is signed in')

export function clientLoader() {
  return { loading: startLoading(() => read(Session.array(), '/sessions')) }
}

/** The sessions of all admins, each of which can be ended. */
export default function AdminSessions({ loaderData }: Route.ComponentProps) {
  const { sessions, failure, busy, reload, end, endOthers } = useSessions(loaderData.loading)
  const [asked, setAsked] = useState<Session | 'others'>()
  const own = sessions?.find((session) => session.current)
  const hasOthers = sessions?.some((session) => !session.current && session.admin.id === own?.admin.id)

  async function confirm() {
    if (asked === 'others') await endOthers()
    else if (asked) await end(asked)
    setAsked(undefined)
  }

  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/accounts">Admin Accounts</BackLink>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle>Who is signed in</PageTitle>
        {hasOthers && (
          <Button variant="outline" size="small" onClick={() => setAsked('others')}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      <p className="mt-2 mb-5 max-w-2xl text-base text-soft">
        One line for each browser. If you don’t know one of them, end it and set a new password for the account.
      </p>
      {failure && <FailedList many="sessions" onRetry={reload} />}
      {!failure && !sessions && <LoadingList />}
      {!failure && sessions && (
        <ul className="border-rule border-t">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setAsked(session)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        {...questionOf(asked)}
        confirm={asked === 'others' ? 'Sign out' : 'End session'}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}

function questionOf(asked: Session | 'others' | undefined) {
  if (asked === 'others') return { title: 'Sign out everywhere else?', message: 'Your other browsers will have to sign in again.' }
  if (!asked) return { title: '', message: '' }
  const { admin, current } = asked
  return {
    title: 'End this session?',
    message: current
      ? 'It is the one you are using: you will have to sign in again.'
      : `${admin.firstname} ${admin.lastname} will have to sign in again there.`,
  }
}
