import { useEffect, useState } from 'react'
import { keepsClientId } from './client-id.ts'

/** Returns whether a later page of this browser will open an item purchased now; undefined until that is known. */
export function useKeepsClientId(): boolean | undefined {
  const [kept, setKept] = useState<boolean>()
  useEffect(() => {
    keepsClientId().then(setKept, console.warn)
  }, [])
  return kept
}
