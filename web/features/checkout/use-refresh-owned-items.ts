import { useEffect } from 'react'
import type { Order } from '#contracts/order.ts'
import { ownedItems, owns } from '#web/lib/access/owned-items.ts'
import { refreshOwnedItems } from '#web/lib/access/refresh-owned-items.ts'
import { checkoutStatus } from './checkout-status.ts'

/** Asks anew what this browser owns when its order says otherwise: the cards are to know of a payment, and of a refund. */
export function useRefreshOwnedItems(order: Order): void {
  const isOwned = checkoutStatus(order) === 'owned'
  const known = owns(ownedItems.useValue(), order.product.id)
  useEffect(() => {
    if (isOwned !== known) void refreshOwnedItems()
  }, [isOwned, known])
}
