import { formatPrice, isFree } from '#contracts/shop/price.ts'
import { createStoredValue, readStorage } from '#web/lib/storage/local-storage.ts'

/** Space-separated ids of the items that this browser owns; null if the browser has never done anything that could lead to a purchase. */
export const ownedItems = createStoredValue('ownedItems')

/** Records that this browser may own items in the future, since a payment may complete after the page is closed. */
export function trackOwnedItems(): void {
  if (ownedItems.read() === null) ownedItems.write('')
}

/** Returns whether this browser may own items. Browsers that paid before owned items were stored have only a stored email address. */
export const mayOwnItems = () => (ownedItems.read() ?? readStorage('email')) !== null

/** Returns whether a stored list of item ids contains an id. */
export function owns(ids: string | null | undefined, id: string): boolean {
  return (ids ?? '').split(' ').includes(id)
}

type Priced = { id: string; price?: number | null }

/** Returns whether this browser may open an item, which is free or owned, according to local storage, also before hydration. */
export const mayOpen = ({ id, price }: Priced): boolean => isFree(price) || owns(ownedItems.read(), id)

/** Returns whether this browser may open an item. The server knows free items only. */
export function useMayOpen({ id, price }: Priced): boolean {
  const ids = ownedItems.useValue()
  return isFree(price) || owns(ids, id)
}

/**
 * Returns the price of an item, or “Yours” for an owned item. The server always renders the price, since it knows nothing about the
 * visitor.
 */
export function usePriceLabel({ id, price }: Priced): string {
  const ids = ownedItems.useValue()
  return !isFree(price) && owns(ids, id) ? 'Yours' : formatPrice(price)
}
