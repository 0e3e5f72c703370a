import { useEffect, useEffectEvent, useState } from 'react'
import { pollingInterval } from './polling-interval.ts'

/**
 * Polls while `waiting`, and at once whenever the page becomes visible or online again, since a payment may have been made.
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
    const onShown = () => void next()
    // Known to be offline before any poll fails.
    const onOffline = () => setLost(true)

    if (waiting) void next()
    document.addEventListener('visibilitychange', onShown)
    window.addEventListener('pageshow', onShown)
    window.addEventListener('online', onShown)
    window.addEventListener('offline', onOffline)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
      window.removeEventListener('pageshow', onShown)
      window.removeEventListener('online', onShown)
      window.removeEventListener('offline', onOffline)
    }
  }, [waiting])

  return { lost: lost && waiting }
}
