import type { StorageKey } from '#contracts/browser-storage.ts'

/** Keys in local storage; those of the viewer and the player are in their code, which is loaded later. */
export const STORAGE_KEYS = {
  currency: 'currency',
  clientId: 'clientID',
  adminToken: 'adminToken',
  /** Prefills the next purchase */
  email: 'email',
  /** Ids of what this browser owns, as last fetched */
  ownedItems: 'ownedItems',
  /** The order whose payment page the browser went to */
  paying: 'paying',
} as const satisfies Record<string, StorageKey>

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
