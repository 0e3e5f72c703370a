import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from './storage.ts'

/** A text in the browser's local storage, or null. Whoever uses `useValue` hears of a change, in every tab; the server renders null. */
export function createStoredValue(key: string) {
  const listeners = new Set<() => void>()
  const read = () => readStorage(key)

  function write(text: string | null) {
    writeStorage(key, text)
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    // Storage events come from other tabs only.
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  }

  return { read, write, useValue: () => useSyncExternalStore(subscribe, read, () => null) }
}
