import { formatPrice, isFree } from '#contracts/shop/price.ts'
import { createStoredValue, readStorage } from '#web/lib/storage/local-storage.ts'

/** Ids of the items that this browser owns, separated by spaces; null if it never did anything that could lead to a purchase. */
export const ownedItems = createStoredValue('ownedItems')

/** Records that this browser may own items from now on, even after the page is closed: a payment may complete later. */
export function trackOwnedItems(): void {
  if (ownedItems.read() === null) ownedItems.write('')
}

/** Browsers that paid before owned items were stored have a stored email address instead. */
export const mayOwnItems = () => (ownedItems.read() ?? readStorage('email')) !== null

/** Returns whether an item is among stored ids. */
export function owns(ids: string | null | undefined, id: string): boolean {
  return (ids ?? '').split(' ').includes(id)
}

/** Returns the price, or “Yours”. The server, which knows nothing about visitors, renders the price. */
export function usePriceLabel({ id, price }: { id: string; price?: number | null }): string {
  const ids = ownedItems.useValue()
  return !isFree(price) && owns(ids, id) ? 'Yours' : formatPrice(price)
}
