import type { StoragePrefix } from '#contracts/common/browser-storage.ts'

type SessionKey = `${StoragePrefix}${string}`

/** Reads a text that is stored for this tab; null if there is none or storage access is denied. */
export function readSession(key: SessionKey): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text for this tab, or removes the key if the text is null. Without storage, callers hold the text as long as the page. */
export function writeSession(key: SessionKey, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage is full or denied.
  }
}
