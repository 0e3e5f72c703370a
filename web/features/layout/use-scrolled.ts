import { useSyncExternalStore } from 'react'

const SWITCH_ABOVE_PX = 50

/** Whether the page is scrolled further than the point at which the header changes. */
export function useScrolled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > SWITCH_ABOVE_PX,
    () => false,
  )
}

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
