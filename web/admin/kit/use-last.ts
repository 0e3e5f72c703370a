import { useRef } from 'react'

/** Returns the subject of a dialog, also while the dialog closes, so that its text doesn't vanish first. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value)
  if (value !== undefined) last.current = value
  return last.current
}
