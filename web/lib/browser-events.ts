import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Adds a listener for events, given as space-separated names. The returned function removes the listener. */
export function listen(target: EventTarget, names: string, listener: (event: Event) => void): () => void {
  const stop = new AbortController()
  for (const name of names.split(' ')) target.addEventListener(name, listener, { signal: stop.signal })
  return () => stop.abort()
}

/** Calls `reset` when the page is restored from the back/forward cache, which preserves the previous state of the page. */
export function useOnPageShow(reset: () => void): void {
  const onPageShow = useEffectEvent(reset)
  useEffect(() => listen(window, 'pageshow', () => onPageShow()), [])
}

const subscribeToOnline = (listener: () => void) => listen(window, 'online offline', listener)

/** Returns whether the device is online, as far as the browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToOnline,
    () => navigator.onLine,
    () => true,
  )
}
