import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useBlocker } from 'react-router'
import { SHELF_PAGE } from '#web/lib/shelf/cache-storage.ts'
import { readKeptList } from '#web/lib/shelf/kept-list.ts'

/** Blocks navigation without a connection, which would lead to an error page and stop the player, and shows a message. The shelf opens. */
export function useOfflineBlocker() {
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation }) =>
      !navigator.onLine && nextLocation.pathname !== pathname && !(nextLocation.pathname === SHELF_PAGE && readKeptList().length > 0),
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast.error('You are offline. Try again when the connection is back.', { id: 'offline' })
  }, [blocker])
}
