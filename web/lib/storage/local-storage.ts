import type { StorageKey } from '#contracts/browser-storage.ts'

/** The stored text; null if there is none or storage is forbidden. */
export function readStorage(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the text, or removes the key when it is null. Returns false where storage is forbidden or full. */
export function writeStorage(key: StorageKey, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
