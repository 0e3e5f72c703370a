import { useSyncExternalStore } from 'react'

const SWITCH_ABOVE_PX = 50

/** Whether the page is scrolled further than the point at which the header changes; undefined while nobody can tell. */
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
