import type { OwnedItems } from '#contracts/access.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { callAsClient } from './client-id.ts'
import { ownedItems } from './owned-items.ts'

/** Counts what was asked and told in this document: an answer that something newer came before is no news. */
let turn = 0

/** Asks what this browser owns. Where that can't be had, what was known before stands. */
export async function refreshOwnedItems(): Promise<void> {
  const mine = ++turn
  try {
    const { items } = await callAsClient(async (clientId) => {
      const response = await browserApi.call('/owned-items', { headers: { 'client-id': clientId } })
      return response.json() as Promise<OwnedItems>
    })
    if (mine === turn) storeOwnedItems(items.map(({ id }) => id))
  } catch (error) {
    console.warn(error)
  }
}

/** The same, unless this document knows already or is about to. */
export async function refreshOwnedItemsOnce(): Promise<void> {
  if (turn === 0) await refreshOwnedItems()
}

/**
 * Keeps what this browser owns, and marks its document: what is for owners is in everyone's and shown by the mark. A later document
 * is marked before it is painted (start-after-paint.ts), so that nothing makes room for it then.
 */
export function storeOwnedItems(ids: string[]): void {
  turn++
  if (ids.length > 0 || ownedItems.read() !== null) ownedItems.write(ids.join(' '))
  document.documentElement.toggleAttribute('data-owner', ids.length > 0)
}
