import type { OwnedItems } from '#contracts/access.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { callAsClient } from './client-id.ts'
import { owned } from './owned-items.ts'

/** Counts what was asked and told in this document: an answer that something newer came before is no news. */
let turn = 0

/** Asks what this browser owns. Where that can't be had, what was known before stands. */
export async function refreshOwned(): Promise<void> {
  const mine = ++turn
  try {
    const { items } = await callAsClient(async (clientId) => {
      const response = await browserApi.call('/owned-items', { headers: { 'client-id': clientId } })
      return response.json() as Promise<OwnedItems>
    })
    if (mine === turn) keepOwned(items.map(({ id }) => id))
  } catch (error) {
    console.warn(error)
  }
}

/** The same, unless this document knows already or is about to. */
export async function refreshOwnedOnce(): Promise<void> {
  if (turn === 0) await refreshOwned()
}

/**
 * Keeps what this browser owns, and marks its document: what is for owners is in everyone's and shown by the mark. A later document
 * is marked before it is painted (start-after-paint.ts), so that nothing makes room for it then.
 */
export function keepOwned(ids: string[]): void {
  turn++
  if (ids.length > 0 || owned.read() !== null) owned.write(ids.join(' '))
  document.documentElement.toggleAttribute('data-owner', ids.length > 0)
}
