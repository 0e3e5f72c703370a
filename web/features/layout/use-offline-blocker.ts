import { useEffect } from 'react'
import toast from 'react-hot-toast'
import { useBlocker } from 'react-router'

/** Without a connection a link would lead to the browser's own error page, and end what is playing. Here the visitor stays, and is told. */
export function useOfflineBlocker() {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => !navigator.onLine && currentLocation.pathname !== nextLocation.pathname)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    toast.error('You are offline. Try again when the connection is back.', { id: 'offline' })
  }, [blocker])
}
