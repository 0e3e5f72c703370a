import { useEffect, useSyncExternalStore } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { getNotices, loadToasts, subscribeToToasts } from '#web/lib/toast.ts'

/** After what the visitor has pressed, which goes before */
const PATIENCE_MS = 3000

/** The place of the notices. Their code is loaded with the first of them, or soon after something was pressed: the connection may go. */
export function Toaster() {
  const Notices = useSyncExternalStore(subscribeToToasts, getNotices, () => undefined)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen(window, 'pointerdown keydown', () => {
      stop()
      timer = setTimeout(() => void loadToasts(), PATIENCE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])

  return Notices && <Notices />
}
