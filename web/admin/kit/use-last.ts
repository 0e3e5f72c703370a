import { useRef } from 'react'

/** Returns the subject of a dialog, and the last subject while the dialog closes, so that its text doesn't vanish early. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
