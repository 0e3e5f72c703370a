import { useEffect } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { loadToasts, useNotices } from '#web/lib/toast.ts'

/** Delay, so that requests of the pressed control go first. */
const AFTER_MS = 1000

/**
 * Container of the notices. Their code is loaded soon after the first press, since the connection may be lost before a notice is needed.
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
