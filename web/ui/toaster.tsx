import { useEffect, useSyncExternalStore } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { getNotices, loadToasts, subscribeToToasts } from '#web/lib/toast.ts'

/** What was pressed for has the line first. */
const AFTER_MS = 1000

/** The place of the notices. Their code is loaded soon after something is pressed, as the connection may go before there is something to say. */
export function Toaster() {
  const Notices = useSyncExternalStore(subscribeToToasts, getNotices, () => undefined)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen(window, 'pointerdown keydown', () => {
      stop()
      timer = setTimeout(() => void loadToasts(), AFTER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])

  return Notices && <Notices />
}
