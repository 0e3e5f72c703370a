import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { SHELF_PAGE } from '#web/lib/shelf/cache-storage.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { toast } from '#web/lib/toast.ts'

/** Blocks navigation without a connection, which would lead to an error page and stop the player, and shows a message. The shelf opens. */
export function useOfflineBlocker() {
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation }) =>
      !navigator.onLine && nextLocation.pathname !== pathname && !(nextLocation.pathname === SHELF_PAGE && readStorage('keptItems')),
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast.error('You are offline. Try again when the connection is back.', { id: 'offline' })
  }, [blocker])
}
