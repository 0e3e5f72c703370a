import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Listens to events, their names separated by spaces, until the returned function is called. */
export function listen(target: EventTarget, names: string, listener: (event: Event) => void): () => void {
  const stop = new AbortController()
  for (const name of names.split(' ')) target.addEventListener(name, listener, { signal: stop.signal })
  return () => stop.abort()
}

/** Calls `reset` when the page comes back from the back/forward cache, which brings the state that it left with. */
export function useOnPageShow(reset: () => void): void {
  const onPageShow = useEffectEvent(reset)
  useEffect(() => listen(window, 'pageshow', () => onPageShow()), [])
}

const subscribeToOnline = (listener: () => void) => listen(window, 'online offline', listener)

/** Whether the device has a connection, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  )
}
