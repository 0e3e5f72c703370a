import { useCallback, useEffect, useState } from 'react'
import toast from 'react-hot-toast'
import { Session } from '#contracts/session.ts'
import { adminApi } from '#web/features/admin/kit/api.ts'
import { hasStatus, isAborted, toastFailure } from '#web/features/admin/kit/failures.ts'
import { signOut } from '#web/features/admin/shell/sign-in.ts'

type Status = 'loading' | 'ready' | 'failed'

/** The sessions of all admins, and what can be done about them. */
export function useSessions() {
  const [status, setStatus] = useState<Status>('loading')
  const [sessions, setSessions] = useState<Session[]>([])
  const [busy, setBusy] = useState(false)

  const read = useCallback(async (signal?: AbortSignal) => {
    try {
      const response = await adminApi.call('/sessions', { signal: signal ?? null })
      setSessions(Session.array().parse(await response.json()))
      setStatus('ready')
    } catch (error) {
      if (isAborted(error)) return
      setStatus('failed')
      toastFailure(error, 'Failed to fetch sessions')
    }
  }, [])

  useEffect(() => {
    const controller = new AbortController()
    void read(controller.signal)
    return () => controller.abort()
  }, [read])

  async function run(work: () => Promise<void>, failure: string) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toastFailure(error, failure)
    } finally {
      setBusy(false)
    }
  }

  return {
    status,
    sessions,
    busy,
    reload: () => {
      setStatus('loading')
      void read()
    },
    /** Ending the session in use is signing out. */
    end: (session: Session) =>
      run(async () => {
        if (session.current) return signOut()
        const ended = await adminApi.call(`/sessions/${encodeURIComponent(session.id)}`, { method: 'DELETE' }).then(
          () => true,
          (error: unknown) => {
            if (!hasStatus(error, 404)) throw error
            return false
          },
        )
        setSessions((old) => old.filter(({ id }) => id !== session.id))
        if (ended) toast.success('Session ended')
        else toast('That session had ended already.')
      }, 'Failed to end the session'),
    endOthers: () =>
      run(async () => {
        await adminApi.call('/sessions', { method: 'DELETE' })
        toast.success('Signed out everywhere else')
        await read()
      }, 'Failed to sign out elsewhere'),
  }
}
