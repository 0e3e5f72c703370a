import { useSyncExternalStore } from 'react'
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage.ts'

const listeners = new Set<() => void>()

export function readToken(): string | null {
  return readStorage(STORAGE_KEYS.adminToken)
}

/** Stores the token, or forgets it when it is null. Whoever uses `useToken` hears of it, in every tab. */
export function writeToken(token: string | null): void {
  writeStorage(STORAGE_KEYS.adminToken, token)
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

export function useToken(): string | null {
  return useSyncExternalStore(subscribe, readToken, () => null)
}
