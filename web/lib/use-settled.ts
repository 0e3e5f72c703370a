import { useEffect, useState } from 'react'

/** Returns a value, such as search input, after it has not changed for `delayMs`; null until then. */
export function useSettled<Value extends string | number>(value: Value, delayMs: number): Value | null {
  const [settled, setSettled] = useState<Value>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled === value ? value : null
}
