import { useEffect, useEffectEvent, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'

const SECOND = 1000

/** Returns the interval until the next poll, depending on the time since the first poll. Most payments complete within half a minute. */
export function pollingInterval(waitedMs: number): number {
  if (waitedMs < 30 * SECOND) return 2 * SECOND
  return waitedMs < 180 * SECOND ? 5 * SECOND : 15 * SECOND
}

/**
 * Polls while `waiting` is set, and immediately when the page becomes visible or online again, since a payment may have been completed.
 * Does not poll while the page is hidden or offline. Returns whether the last poll failed.
 */
export function usePolling(waiting: boolean, ask: () => Promise<void>): { lost: boolean } {
  const [lost, setLost] = useState(false)

  const look = useEffectEvent(async () => {
    try {
      await ask()
      setLost(false)
    } catch (error) {
      console.warn(error)
      setLost(true)
    }
  })

  useEffect(() => {
    const began = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = false
    let ended = false

    async function next() {
      clearTimeout(timer)
      if (ended || asking || document.hidden || !navigator.onLine) return
      asking = true
      await look()
      asking = false
      if (waiting && !ended) timer = setTimeout(next, pollingInterval(Date.now() - began))
    }

    if (waiting) void next()
    const stops = [
      listen(document, 'visibilitychange', next),
      listen(window, 'pageshow online', next),
      // The `offline` event is used as well, since it arrives before a poll fails.
      listen(window, 'offline', () => setLost(true)),
    ]
    return () => {
      ended = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [waiting])

  return { lost: lost && waiting }
}
