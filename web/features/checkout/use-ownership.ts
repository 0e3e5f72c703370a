import { useEffect } from 'react'
import type { Order } from '#contracts/order.ts'
import { ownedItems, owns } from '#web/lib/access/owned-items.ts'
import { refreshOwnedItems } from '#web/lib/access/refresh-owned-items.ts'
import { stageOf } from './stage.ts'

/** Asks anew what this browser owns when its order says otherwise: the cards are to know of a payment, and of a refund. */
export function useOwnership(order: Order): void {
  const isOwned = stageOf(order) === 'owned'
  const known = owns(ownedItems.useValue(), order.product.id)
  useEffect(() => {
    if (isOwned !== known) void refreshOwnedItems()
  }, [isOwned, known])
}
