import { LRUCache } from 'lru-cache'
import { ignoreUnclear } from '#server/shop/gateways/gateway.ts'
import { isReturned } from '#server/shop/orders/attempt-states.ts'
import type { AttemptStore } from '#server/shop/orders/attempts.store.ts'
import type { Payments } from '#server/shop/orders/order-deps.ts'

/** Minimum interval between checks of an order at the gateway, since pages poll more often. */
const PAUSE_MS = 4000

export function createCheckOrder({ attempts, check }: { attempts: AttemptStore } & Pick<Payments, 'check'>): Payments['checkOrder'] {
  const recent = new LRUCache<string, Promise<void>>({ max: 10_000, ttl: PAUSE_MS })

  async function checkLatest(orderId: string) {
    const changeable = (await attempts.listOf(orderId)).filter(({ state }) => state !== 'paid' && !isReturned(state))
    // If the gateway is unreachable, both the page and the reconciliation retry.
    for (const { id } of changeable.slice(0, 3)) await check(id).catch(ignoreUnclear)
  }

  return (orderId) => {
    const known = recent.get(orderId)
    if (known) return known
    const checking = checkLatest(orderId)
    recent.set(orderId, checking)
    return checking
  }
}
