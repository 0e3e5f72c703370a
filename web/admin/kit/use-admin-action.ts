import { useAction } from '#web/lib/use-action.ts'
import { clearFailure, toastFailure } from './failures.ts'

/**
 * Runs an action of an administrator. A failure is shown as the toast `failed`, which the next success removes.
 * @param onFailed called after the toast, for what the open form or dialog displays
 */
export function useAdminAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  failed: string,
  onFailed?: (error: unknown) => void,
) {
  return useAction(
    async (...args: Args) => {
      await action(...args)
      clearFailure(failed)
    },
    (error) => {
      toastFailure(error, failed)
      onFailed?.(error)
    },
  )
}
