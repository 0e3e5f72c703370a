import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether scripts run here: false on the server and while the browser takes over its page, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
