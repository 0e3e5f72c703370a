import { useSyncExternalStore } from 'react'
import type { PlaceKey, StorageKey, StoragePrefix } from '#contracts/common/browser-storage.ts'
import { listen } from '#web/lib/browser-events.ts'
import { createStore } from '#web/lib/store.ts'

export type LocalKey = StorageKey | `${StoragePrefix}${string}`
/** Keys that any module may write. Places are written by `web/lib/places`. */
type WritableKey = Exclude<LocalKey, PlaceKey>

/**
 * Texts that could not be stored, because storage is full or denied, with the stored text that each of them replaces. They last as long as
 * the page, so that the page displays what the visitor did.
 */
const unstored = createStore(new Map<LocalKey, { text: string | null; stored: string | null }>())

/** Reads a text from local storage, or the text of this page that could not be stored; null if there is none. */
export function readStorage(key: LocalKey): string | null {
  const kept = unstored.get().get(key)
  return kept ? kept.text : readStored(key)
}

/**
 * Writes a text to local storage, or removes the key if the text is null. Returns false if the text lasts only as long as the page, since
 * storage is full or denied; a notice says so once if the visitor would miss the text.
 */
export function writeStorage(key: WritableKey, text: string | null): boolean {
  const error = store(key, text)
  if (error) {
    unstored.get().set(key, { text, stored: readStored(key) })
    if (text !== null) void reportUnstored(key, error)
  } else {
    unstored.get().delete(key)
    storeRest()
  }
  unstored.set(unstored.get())
  return !error
}

/**
 * Writes a list of places, for `web/lib/places`, which keeps the places that could not be stored. Returns false if storage is full or denied,
 * which a notice says once.
 */
export function writePlaces(key: PlaceKey, text: string | null): boolean {
  const error = store(key, text)
  if (error) void reportUnstored(key, error)
  else if (unstored.get().size > 0) {
    storeRest()
    unstored.set(unstored.get())
  }
  return !error
}

/** Returns the stored keys with a prefix. */
export function findStorageKeys<Prefix extends StoragePrefix>(prefix: Prefix): `${Prefix}${string}`[] {
  const stored = readKeys()
  return [...new Set([...stored, ...unstored.get().keys()])].filter((key): key is `${Prefix}${string}` => key.startsWith(prefix))
}

/** Returns whether the current text of a key lasts only as long as the page. */
export const useIsUnstored = (key: LocalKey) =>
  useSyncExternalStore(
    unstored.subscribe,
    () => unstored.get().has(key),
    () => false,
  )

/** Creates a stored value: a text in local storage, or null. `useValue` rerenders on changes in every tab; the server renders null. */
export function createStoredValue(key: Exclude<StorageKey, PlaceKey>) {
  const read = () => readStorage(key)

  function subscribe(listener: () => void) {
    const stop = unstored.subscribe(listener)
    // Storage events are only fired for changes in other tabs.
    const stopStorage = listen(window, 'storage', listener)
    return () => {
      stop()
      stopStorage()
    }
  }

  return {
    read,
    write: (text: string | null) => writeStorage(key, text),
    useValue: () => useSyncExternalStore(subscribe, read, () => null),
  }
}

/** Stores the other texts once there is room for them. A text is skipped if another tab has stored a newer text since. */
function storeRest(): void {
  for (const [key, { text, stored }] of unstored.get()) if (readStored(key) === stored && !store(key, text)) unstored.get().delete(key)
}

function readStored(key: LocalKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function readKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/** Loads the notice about texts that can't be stored, which most visitors never see. */
const reportUnstored = (key: LocalKey, error: unknown) =>
  import('./report-unstored.ts').then((module) => module.reportUnstored(key, error)).catch(() => {})

/** Returns the error if storage is full or denied. */
function store(key: LocalKey, text: string | null): unknown {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return undefined
  } catch (error) {
    return error
  }
}
