import { formatPrice, isFree } from '#contracts/price.ts'
import { readStorage, STORAGE_KEYS } from '#web/lib/storage/local-storage.ts'
import { createStoredValue } from '#web/lib/storage/stored-value.ts'

/** The ids of what this browser owns, one after the other; null when it never did anything by which it could own something. */
export const ownedItems = createStoredValue(STORAGE_KEYS.ownedItems)

/** From now on this browser may come to own something, also while nobody looks: a payment may go through later. */
export function trackOwnedItems(): void {
  if (ownedItems.read() === null) ownedItems.write('')
}

/** Who paid here before ownership was kept left their e-mail address. */
export const mayOwnItems = () => (ownedItems.read() ?? readStorage(STORAGE_KEYS.email)) !== null

/** Whether an item is among what `owned` holds. */
export function owns(ids: string | null | undefined, id: string): boolean {
  return (ids ?? '').split(' ').includes(id)
}

/** What stands where an item's price does. The server, which knows nothing of visitors, renders the price. */
export function usePriceLabel({ id, price }: { id: string; price?: number | null | undefined }): string {
  const ids = ownedItems.useValue()
  return !isFree(price) && owns(ids, id) ? 'Yours' : formatPrice(price)
}
