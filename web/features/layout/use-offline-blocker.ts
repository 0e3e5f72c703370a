import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useBlocker } from 'react-router'

/** Blocks navigation without a connection, which would lead to an error page and stop the player, and shows a message. */
export function useOfflineBlocker() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast.error('You are offline. Try again when the connection is back.', { id: 'offline' })
  }, [blocker])
}
