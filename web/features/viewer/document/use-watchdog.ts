import { useEffect, useEffectEvent, useRef } from 'react'

const SILENCE_MS = 30_000

/**
 * Tells when something that is waited for gave no sign for long, such as a document that sends its worker round in circles.
 * The answer notes a sign that isn't in `sign`.
 */
export function useWatchdog({ waiting, sign, onSilent }: { waiting: boolean; sign: unknown; onSilent: () => void }): () => void {
  const lastSign = useRef(0)
  const silent = useEffectEvent(onSilent)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new sign starts the wait anew
  useEffect(() => {
    if (!waiting) return
    lastSign.current = performance.now()
    const timer = setInterval(() => {
      // A prompt stops all clocks but this one.
      if (performance.now() - lastSign.current >= SILENCE_MS) silent()
    }, SILENCE_MS / 10)
    return () => clearInterval(timer)
  }, [waiting, sign])

  return () => {
    lastSign.current = performance.now()
  }
}
