import { useSyncExternalStore } from 'react'

const SWITCH_ABOVE_PX = 50

/** Whether the page is scrolled so far that the header changes; undefined on the server. */
export function useScrolled(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => window.scrollY > SWITCH_ABOVE_PX,
    () => undefined,
  )
}

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
