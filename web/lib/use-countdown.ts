import { useEffect, useReducer } from 'react'

/** Returns the remaining whole seconds until a time given in milliseconds since the epoch; 0 once the time has passed. */
export function useCountdown(until: number): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const over = seconds === 0

  useEffect(() => {
    if (over) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [over])

  return seconds
}
