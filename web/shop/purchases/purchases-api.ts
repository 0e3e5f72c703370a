import type { OpenPurchase, Purchase } from '#contracts/shop/purchase.ts'
import { callAsClient, requestAsClient } from '#web/lib/access/client-id.ts'
import { storeOwnedItems } from '#web/lib/access/refresh-owned-items.ts'
import { json } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { writeStorage } from '#web/lib/storage/local-storage.ts'

type Purchases = { purchases: Purchase[] }
/** Purchases of this browser, and the payments that it has started and not finished. */
export type BrowserPurchases = Purchases & { open: OpenPurchase[] }

export async function fetchPurchases(signal: AbortSignal): Promise<BrowserPurchases> {
  const response = await requestAsClient('/purchases', { signal })
  // Other implementations of the API may omit open payments.
  const { purchases, open = [] } = (await response.json()) as Purchases & Partial<BrowserPurchases>
  return { purchases: storeAsOwned(purchases), open }
}

/** Requests a code by email, and stores the address. The response does not reveal whether the address is known. */
export async function requestCode(email: string): Promise<void> {
  await callAsClient((clientId) => browserApi.call('/purchases/codes', json('POST', { email, clientId })))
  writeStorage('email', email)
}

/** Grants this browser access to the purchases made with an email address. Returns all purchases of the browser. */
export function claimPurchases(email: string, code: string): Promise<Purchase[]> {
  return callAsClient(async (clientId) => {
    const response = await browserApi.call('/purchases', json('POST', { email, clientId, code }))
    return storeAsOwned(((await response.json()) as Purchases).purchases)
  })
}

/** Updates the owned items, which item cards display. Returns the purchases. */
function storeAsOwned(purchases: Purchase[]): Purchase[] {
  storeOwnedItems(purchases.map(({ product }) => product.id))
  return purchases
}
