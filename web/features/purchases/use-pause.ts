import { useEffect, useState } from 'react'

/** Counts down from the seconds, at once and after each `begin`. */
export function usePause(length: number) {
  const [until, setUntil] = useState(() => Date.now() + length * 1000)
  const [now, setNow] = useState(() => Date.now())
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  const over = seconds === 0

  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [over])

  function begin() {
    setNow(Date.now())
    setUntil(Date.now() + length * 1000)
  }
  return { seconds, begin }
}
