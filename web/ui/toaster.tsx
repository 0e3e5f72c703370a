import { useEffect, useSyncExternalStore } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { getNotices, loadToasts, subscribeToToasts } from '#web/lib/toast.ts'

/** The place of the notices. Their code is loaded when something is pressed for the first time, as the connection may go before there is something to say. */
export function Toaster() {
  const Notices = useSyncExternalStore(subscribeToToasts, getNotices, () => undefined)

  useEffect(() => {
    const stop = listen(window, 'pointerdown keydown', () => {
      stop()
      void loadToasts()
    })
    return stop
  }, [])

  return Notices && <Notices />
}
