import { useSyncExternalStore } from 'react'
import type { StorageKey } from '#contracts/kept-in-browsers.ts'
import { readStorage, writeStorage } from './local-storage.ts'

/**
 * A text in the browser's local storage, or null. Whoever uses `useValue` hears of a change, in every tab; the server renders null.
 * What can't be stored holds in this tab until the page is left, and `write` answers false.
 */
export function createStoredValue(key: StorageKey) {
  const listeners = new Set<() => void>()
  let unstored: string | null | undefined
  const read = () => (unstored === undefined ? readStorage(key) : unstored)

  function write(text: string | null): boolean {
    const stored = writeStorage(key, text)
    unstored = stored ? undefined : text
    for (const listener of listeners) listener()
    return stored
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
