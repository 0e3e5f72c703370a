import { useState } from 'react'
import { Session } from '#contracts/admin/admin.ts'
import { adminApi, read } from '#web/admin/kit/api.ts'
import { clearFailure, hasStatus, toastFailure } from '#web/admin/kit/failures.ts'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { SessionRow } from '#web/admin/sessions/session-row.tsx'
import { signOut } from '#web/admin/shell/sign-in.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/sessions.ts'

export const meta = adminMeta('Who is signed in')

export function clientLoader() {
  return { loading: startLoading(() => read(Session.array(), '/sessions')) }
}

type Question = { title: string; message: string; confirm: string; failed: string; run: () => Promise<void> }

/** The sessions of all administrators, each with a button that ends it. */
export default function AdminSessions({ loaderData }: Route.ComponentProps) {
  const { value: sessions, failure, set, reload } = useLoaded(loaderData.loading, 'Failed to fetch sessions')
  const [asked, setAsked] = useState<Question>()
  const own = sessions?.find((session) => session.current)
  const hasOthers = sessions?.some((session) => !session.current && session.admin.id === own?.admin.id)
  const { busy, run } = useAction(
    async ({ run, failed }: Question) => {
      await run()
      clearFailure(failed)
    },
    (error) => toastFailure(error, asked?.failed ?? ''),
  )

  async function confirm() {
    if (asked) await run(asked)
    setAsked(undefined)
  }

  const endOthers: Question = {
    title: 'Sign out everywhere else?',
    message: 'Your other browsers will have to sign in again.',
    confirm: 'Sign out',
    failed: 'Failed to sign out elsewhere',
    run: async () => {
      await adminApi.call('/sessions', { method: 'DELETE' })
      toast.success('Signed out everywhere else')
      reload()
    },
  }
  const end = ({ id, admin, current }: Session): Question => ({
    title: 'End this session?',
    message: current
      ? 'It is the session that you are using: you will have to sign in again.'
      : `${admin.firstname} ${admin.lastname} will have to sign in again there.`,
    confirm: 'End session',
    failed: 'Failed to end the session',
    run: async () => {
      // Ending the current session means signing out.
      if (current) return signOut()
      try {
        await adminApi.call(`/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })
        toast.success('Session ended')
      } catch (error) {
        if (!hasStatus(error, 404)) throw error
        toast('That session has already ended.')
      }
      set((sessions ?? []).filter((session) => session.id !== id))
    },
  })

  return (
    <div className="max-w-4xl">
      <BackLink to="/admin/accounts">Admin Accounts</BackLink>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle>Who is signed in</PageTitle>
        {hasOthers && (
          <Button variant="outline" size="small" onClick={() => setAsked(endOthers)}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      <p className="mt-2 mb-5 max-w-2xl text-base text-soft">
        One line for each browser. If you don’t recognise one, end its session and set a new password for the account.
      </p>
      {failure && <FailedList many="sessions" onRetry={reload} />}
      {!failure && !sessions && <LoadingList />}
      {!failure && sessions && (
        <ul className="border-rule border-t">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setAsked(end(session))} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked?.title ?? ''}
        message={asked?.message ?? ''}
        confirm={asked?.confirm ?? 'End session'}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}
