import toast from 'react-hot-toast'
import type { Session } from '#contracts/session.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import { hasStatus, toastFailure } from '#web/features/admin/kit/failures.ts'
import { useLoaded } from '#web/features/admin/kit/use-loaded.ts'
import { signOut } from '#web/features/admin/shell/sign-in.ts'
import { useAction } from '#web/lib/use-action.ts'

/** The sessions of all admins, and what can be done about them. */
export function useSessions(loading: Promise<Session[]>) {
  const { value: sessions, failure, set, reload } = useLoaded(loading, 'Failed to fetch sessions')

  const endOne = useAction(
    async (session: Session) => {
      // Ending the session in use is signing out.
      if (session.current) return signOut()
      const wasThere = await endSession(session.id)
      set((sessions ?? []).filter(({ id }) => id !== session.id))
      if (wasThere) toast.success('Session ended')
      else toast('That session had ended already.')
    },
    (error) => toastFailure(error, 'Failed to end the session'),
  )

  const endOthers = useAction(
    async () => {
      await adminApi.call('/sessions', { method: 'DELETE' })
      toast.success('Signed out everywhere else')
      reload()
    },
    (error) => toastFailure(error, 'Failed to sign out elsewhere'),
  )

  return { sessions, failure, reload, busy: endOne.busy || endOthers.busy, end: endOne.run, endOthers: endOthers.run }
}

/** Returns whether the session had not ended yet. */
async function endSession(id: string): Promise<boolean> {
  try {
    await adminApi.call(`/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' })
    return true
  } catch (error) {
    if (hasStatus(error, 404)) return false
    throw error
  }
}
