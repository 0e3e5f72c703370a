import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useState } from 'react'
import { Session } from '#contracts/admin/admin.ts'
import { adminApi, read } from '#web/admin/kit/api.ts'
import { hasStatus } from '#web/admin/kit/failures.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { signOut } from '#web/admin/shell/sign-in.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Question = { title: string; message: string; confirm: string; failed: string; run: () => Promise<void> }

export function startLoadingSessions(): Promise<Session[]> {
  return startLoading(() => read(Session.array(), '/sessions'))
}

/** List of sessions of all administrators, or only the signed-in administrator's own, each with a button that ends the session. */
export function SessionList({ loading, onlyOwn = false }: { loading: Promise<Session[]>; onlyOwn?: boolean }) {
  const { value: sessions, failure, set, reload } = useLoaded(loading, 'Failed to fetch sessions')
  const [asked, setAsked] = useState<Question>()
  const own = sessions?.find((session) => session.current)
  const shown = onlyOwn ? sessions?.filter(({ admin }) => admin.id === own?.admin.id) : sessions
  const hasOthers = sessions?.some((session) => !session.current && session.admin.id === own?.admin.id)
  const { busy, run } = useAdminAction(async () => asked?.run(), asked?.failed ?? '')

  async function confirm() {
    await run()
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
      // Ending the current session signs the administrator out.
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
    <>
      {failure && <FailedList many="sessions" onRetry={reload} />}
      {!failure && !sessions && <LoadingList />}
      {!failure && shown && (
        <ul className="border-rule border-t">
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setAsked(end(session))} />
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button variant="outline" size="small" className="mt-5" onClick={() => setAsked(endOthers)}>
          Sign out everywhere else
        </Button>
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
    </>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { admin, browser, address, createdAt, lastUsedAt, current } = session
  const name = `${admin.firstname} ${admin.lastname}`
  const place = browser || 'An unknown browser'
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-2 border-rule border-b py-4 text-base leading-snug sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <MonitorSmartphone aria-hidden className="mt-0.5 size-6 text-lamp" />
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">
          {name}
          {current && (
            <Badge tone="success" className="ml-2">
              This session
            </Badge>
          )}
        </p>
        <p>
          {place}
          {address && <span className="text-soft tabular-nums">, {address}</span>}
        </p>
        <p className="mt-1 text-sm text-soft tabular-nums">
          Last used <ExactTime iso={lastUsedAt} toMinute />, signed in <ExactTime iso={createdAt} toMinute />
        </p>
      </div>
      <Button
        variant="outline"
        size="small"
        onClick={onEnd}
        aria-label={`End the session of ${name}, ${place}`}
        className="col-start-2 justify-self-start sm:col-start-3"
      >
        End
      </Button>
    </li>
  )
}
