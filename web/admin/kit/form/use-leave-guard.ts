import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { readToken } from '#web/admin/kit/token.ts'

const guards = new Set<() => boolean>()

/** Returns whether a form on the page has unsaved changes or uploads. */
export function hasUnsavedWork(): boolean {
  return [...guards].some((unsaved) => unsaved())
}

/** Asks before the page is left while `unsaved` returns true: by the browser's prompt on closing, by the returned blocker on navigation. */
export function useLeaveGuard(unsaved: () => boolean) {
  const blocker = useBlocker(
    // Navigation is not blocked without a session token, since signed-out administrators are redirected to the sign-in page.
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && readToken() !== null && unsaved(),
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault()
    }
    guards.add(unsaved)
    window.addEventListener('beforeunload', ask)
    return () => {
      guards.delete(unsaved)
      window.removeEventListener('beforeunload', ask)
    }
  })

  return blocker
}
