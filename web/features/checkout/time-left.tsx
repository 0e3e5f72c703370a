import { useEffect, useState } from 'react'

/** Minutes and seconds until a payment expires. `role="timer"` is not announced on every change. */
export function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000))
  return (
    <p role="timer" className="mt-3 text-base text-soft tabular-nums">
      {seconds > 0
        ? `Time left: ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
        : 'The time for this payment is over.'}
    </p>
  )
}
