import { useState } from 'react'
import { joinSentences } from '#web/lib/sentences.ts'
import { useAction } from '#web/lib/use-action.ts'
import { clearFailure, describeFailure, hasStatus, toastFailure } from './failures.ts'

/**
 * Runs an action of an administrator. A failure is displayed as the toast `failed`, which is removed after the next success. `problem`
 * describes the failure for the open form or dialog, until the next run or `forget`.
 */
export function useAdminAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  failed: string,
  {
    explains = false,
    onGone,
    onFailed,
  }: {
    /** Whether the toast includes the reason of the failure */
    explains?: boolean
    /** Called instead of the toast when the subject of the action no longer exists */
    onGone?: () => void
    /** Called after the toast of a failure */
    onFailed?: (error: unknown) => void
  } = {},
) {
  const [problem, setProblem] = useState<string>()
  const forget = () => setProblem(undefined)
  const { busy, run } = useAction(
    async (...args: Args) => {
      forget()
      await action(...args)
      clearFailure(failed)
    },
    (error) => {
      if (onGone && hasStatus(error, 404)) return onGone()
      const reason = describeFailure(error)
      setProblem(reason)
      toastFailure(error, explains ? joinSentences(failed, reason) : failed, failed)
      onFailed?.(error)
    },
  )
  return { busy, run, problem, forget }
}
