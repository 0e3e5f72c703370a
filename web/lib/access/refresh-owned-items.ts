import type { OwnedItems } from '#contracts/access.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { requestAsClient } from './client-id.ts'
import { ownedItems } from './owned-items.ts'

/** Counts requests and updates, so that a response older than the last update is ignored. */
let version = 0

/** Fetches what this browser owns, and removes from the phone what it owns no more. On failure the stored list stays. */
export async function refreshOwnedItems(): Promise<void> {
  const requested = ++version
  try {
    const { items } = (await (await requestAsClient('/owned-items')).json()) as OwnedItems
    if (requested !== version) return
    const ids = items.map(({ id }) => id)
    storeOwnedItems(ids)
    if (readStorage('keptItems')) await import('#web/lib/shelf/drop-lost.ts').then(({ dropUnowned }) => dropUnowned(ids))
  } catch (error) {
    console.warn(error)
  }
}

/** The same, unless this document has fetched it already. */
export async function refreshOwnedItemsOnce(): Promise<void> {
  if (version === 0) await refreshOwnedItems()
}

/**
 * Stores what this browser owns, and marks the document: links for owners are in every document, and shown by the mark. Later documents
 * are marked before the first paint (start-after-paint.ts), so that nothing shifts.
 */
export function storeOwnedItems(ids: string[]): void {
  version++
  if (ids.length > 0 || ownedItems.read() !== null) ownedItems.write(ids.join(' '))
  document.documentElement.toggleAttribute('data-owner', ids.length > 0)
}
