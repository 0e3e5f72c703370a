import { useEffect } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { loadToasts, useNotices } from '#web/lib/toast.ts'

/** Delay before the toast code is loaded, so that requests of the pressed control come first. */
const AFTER_MS = 3000

/**
 * Container of the toasts. The toast code is loaded soon after the first press, since the connection may be lost before a toast is needed.
 */
export function Toaster() {
  const Notices = useNotices()

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
