import { useEffect, useEffectEvent, useRef } from 'react'

const TIMEOUT_MS = 30_000

/**
 * Calls `onTimeout` after 30 seconds of waiting without activity, for example when a document sends the pdf.js worker into an endless loop.
 * A change of `activity` or a call of the returned function restarts the timer.
 */
export function useWatchdog({ waiting, activity, onTimeout }: { waiting: boolean; activity: unknown; onTimeout: () => void }): () => void {
  const lastActivity = useRef(0)
  const timeOut = useEffectEvent(onTimeout)

  // biome-ignore lint/correctness/useExhaustiveDependencies: activity restarts the wait
  useEffect(() => {
    if (!waiting) return
    lastActivity.current = performance.now()
    const timer = setInterval(() => {
      // Elapsed time is measured, since timers are blocked during a password prompt.
      if (performance.now() - lastActivity.current >= TIMEOUT_MS) timeOut()
    }, TIMEOUT_MS / 10)
    return () => clearInterval(timer)
  }, [waiting, activity])

  return () => {
    lastActivity.current = performance.now()
  }
}
