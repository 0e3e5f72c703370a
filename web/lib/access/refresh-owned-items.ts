import type { OwnedItems } from '#contracts/shop/access.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { requestAsClient } from './client-id.ts'
import { ownedItems } from './owned-items.ts'

/** Version of the owned items, incremented by requests and updates, so that a response older than the last update is ignored. */
let version = 0
/** Promise of the last request or update of the owned items; undefined before the first one and after a failure. */
let last: Promise<void> | undefined

/**
 * Fetches the items that this browser owns, deletes downloads of items that the browser no longer owns, and renews the other downloads. On
 * failure the stored list is unchanged.
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
 * Stores the owned items and sets the attribute `data-owner` of the document, which makes the links for owners visible. Documents opened
 * later get the attribute before the first paint (mark-visitor.ts), so that nothing shifts.
 */
export function storeOwnedItems(ids: string[]): void {
  version++
  last = Promise.resolve()
  if (ids.length > 0 || ownedItems.read() !== null) ownedItems.write(ids.join(' '))
  document.documentElement.toggleAttribute('data-owner', ids.length > 0)
}
