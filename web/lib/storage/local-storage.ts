import type { StorageKey } from '#contracts/kept-in-browsers.ts'

/** Names in the browser's local storage. Those of the viewer and the player stand in their code, which is fetched later. */
export const STORAGE_KEYS = {
  currency: 'currency',
  clientId: 'clientID',
  adminToken: 'adminToken',
  /** For the next purchase */
  email: 'email',
  /** Ids of what this browser owns, as it was last told */
  ownedItems: 'ownedItems',
  /** The order whose payment the browser has left for */
  paying: 'paying',
} as const satisfies Record<string, StorageKey>

/** What is stored under the key, or null; also null where storage is forbidden. */
export function readStorage(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the text, or removes the key when it is null, and answers whether it could: where storage is forbidden or full, nothing is kept. */
export function writeStorage(key: StorageKey, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    // Private windows of some browsers refuse storage; the page works without memory then.
    return false
  }
}
