import { useEffect, useState } from 'react'

/** Returns a text, such as one that is being typed, once it has not changed for a while; null until then. */
export function useSettled(text: string, delayMs: number): string | null {
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return settled === text ? text : null
}
