import { useSyncExternalStore } from 'react'
import type { StorageKey } from '#contracts/common/browser-storage.ts'
import { listen } from '#web/lib/browser-events.ts'
import { createStore } from '#web/lib/store.ts'

/** Reads a text from local storage; null if there is none or storage access is denied. */
export function readStorage(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes a text to local storage, or removes the key if the text is null. Returns false if storage access is denied or storage is full. */
export function writeStorage(key: StorageKey, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/**
 * Creates a stored value: a text in local storage, or null. `useValue` rerenders on changes in every tab; the server renders null. A text
 * that can't be stored lasts as long as the page, and `write` returns false.
 */
export function createStoredValue(key: StorageKey) {
  const unstored = createStore<string | null | undefined>(undefined)

  function read(): string | null {
    const text = unstored.get()
    return text === undefined ? readStorage(key) : text
  }

  function write(text: string | null): boolean {
    const stored = writeStorage(key, text)
    unstored.set(stored ? undefined : text)
    return stored
  }

  function subscribe(listener: () => void) {
    const stop = unstored.subscribe(listener)
    // Storage events are only fired for changes in other tabs.
    const stopStorage = listen(window, 'storage', listener)
    return () => {
      stop()
      stopStorage()
    }
  }

  return { read, write, useValue: () => useSyncExternalStore(subscribe, read, () => null) }
}
