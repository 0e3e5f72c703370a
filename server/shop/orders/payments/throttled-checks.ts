import { LRUCache } from 'lru-cache'
import { isReturned } from '#server/shop/orders/attempt-states.ts'
import type { AttemptStore } from '#server/shop/orders/attempts.store.ts'
import type { Payments } from '#server/shop/orders/order-deps.ts'
import { ignoreUnclear } from './start-payment.ts'

/** Minimum interval between checks of an order at the gateway, since pages poll more often. */
const PAUSE_MS = 4000

/** Checks the latest attempts of an order for a polling page, at a limited rate. */
export function createRecentChecks({ attempts, payments }: { attempts: AttemptStore; payments: Pick<Payments, 'check'> }) {
  const recent = new LRUCache<string, Promise<void>>({ max: 10_000, ttl: PAUSE_MS })

  async function check(orderId: string) {
    const changeable = (await attempts.listOf(orderId)).filter(({ state }) => state !== 'paid' && !isReturned(state))
    // If the gateway is unreachable, both the page and the reconciliation retry.
    for (const { id } of changeable.slice(0, 3)) await payments.check(id).catch(ignoreUnclear)
  }

  return {
    refresh: (orderId: string): Promise<void> => {
      const known = recent.get(orderId)
      if (known) return known
      const checking = check(orderId)
      recent.set(orderId, checking)
      return checking
    },
  }
}
