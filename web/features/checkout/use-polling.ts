import { useEffect, useEffectEvent, useState } from 'react'
import { pollingInterval } from './polling-interval.ts'

/**
 * Keeps asking while `waiting`, and at once whenever the page is looked at or online again: a payment may have been made meanwhile.
 * Nothing is asked while nobody looks. Answers whether the last question went unanswered.
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
    // The line is known to be gone before any question fails.
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
