import type { OwnedItems } from '#contracts/shop/access.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { requestAsClient } from './client-id.ts'
import { ownedItems } from './owned-items.ts'

/** Number of requests and updates, so that a response older than the last update is ignored. */
let version = 0
/** The last request or update; undefined before the first and after a failure. */
let last: Promise<void> | undefined

/**
 * Fetches the items that this browser owns, removes downloads of items that it no longer owns, and renews the others. On failure the stored
 * list stays.
 */
export function refreshOwnedItems(): Promise<void> {
  last = fetchOwnedItems()
  return last
}

/** Fetches the owned items unless this document has fetched them or is fetching them. After a failure the next call retries. */
export function refreshOwnedItemsOnce(): Promise<void> {
  return last ?? refreshOwnedItems()
}

async function fetchOwnedItems(): Promise<void> {
  const requested = ++version
  try {
    const { items } = (await (await requestAsClient('/owned-items')).json()) as OwnedItems
    if (requested !== version) return
    const ids = items.map(({ id }) => id)
    storeOwnedItems(ids)
    if (readStorage('keptItems')) await import('#web/lib/downloads/drop-lost.ts').then(({ checkOwned }) => checkOwned(ids))
  } catch (error) {
    if (requested === version) last = undefined
    console.warn(error)
  }
}

/**
 * Stores the owned items and marks the document: links for owners are in every document, and the mark makes them visible. Later documents
 * are marked before the first paint (start-after-paint.ts), so that nothing shifts.
 */
export function storeOwnedItems(ids: string[]): void {
  version++
  last = Promise.resolve()
  if (ids.length > 0 || ownedItems.read() !== null) ownedItems.write(ids.join(' '))
  document.documentElement.toggleAttribute('data-owner', ids.length > 0)
}
