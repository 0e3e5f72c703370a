import { useEffect, useEffectEvent, useRef } from 'react'

const TIMEOUT_MS = 30_000

/**
 * Calls `onTimeout` when nothing has happened for long while waiting, such as for a document that sends its worker into an endless
 * loop. A change of `activity` restarts the wait, as does the function that is returned.
 */
export function useWatchdog({ waiting, activity, onTimeout }: { waiting: boolean; activity: unknown; onTimeout: () => void }): () => void {
  const lastActivity = useRef(0)
  const timeOut = useEffectEvent(onTimeout)

  // biome-ignore lint/correctness/useExhaustiveDependencies: activity restarts the wait
  useEffect(() => {
    if (!waiting) return
    lastActivity.current = performance.now()
    const timer = setInterval(() => {
      // A password prompt stops timers, but not this clock.
      if (performance.now() - lastActivity.current >= TIMEOUT_MS) timeOut()
    }, TIMEOUT_MS / 10)
    return () => clearInterval(timer)
  }, [waiting, activity])

  return () => {
    lastActivity.current = performance.now()
  }
}
