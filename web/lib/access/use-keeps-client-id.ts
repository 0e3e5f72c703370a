import { useEffect, useState } from 'react'
import { keepsClientId } from './client-id.ts'

/** Returns whether this browser will still have access on a later page to an item purchased now; undefined until this is known. */
export function useKeepsClientId(): boolean | undefined {
  const [kept, setKept] = useState<boolean>()
  useEffect(() => {
    keepsClientId().then(setKept, console.warn)
  }, [])
  return kept
}
