import { useState } from 'react'

/**
 * Runs an asynchronous action and returns whether it is in progress. Errors are passed to `onError`, after `busy` is reset. Plain state is
 * used, since an action in React's `useTransition` blocks all navigation of the router until the action ends.
 */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>, onError: (error: unknown) => void) {
  const [busy, setBusy] = useState(false)

  async function run(...args: Args): Promise<void> {
    setBusy(true)
    try {
      await action(...args)
      setBusy(false)
    } catch (error) {
      setBusy(false)
      onError(error)
    }
  }

  return { busy, run }
}
