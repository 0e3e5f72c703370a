import { useEffect, useState } from 'react'

/** Returns a text, such as search input, after it has not changed for `delayMs`; null until then. */
export function useSettled(text: string, delayMs: number): string | null {
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return settled === text ? text : null
}
