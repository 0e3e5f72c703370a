import { useSyncExternalStore } from 'react'
import { listen } from './listen.ts'

const subscribe = (listener: () => void) => listen(window, 'online offline', listener)

/** Whether the device has a connection, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}
