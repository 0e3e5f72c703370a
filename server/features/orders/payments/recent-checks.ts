import { LRUCache } from 'lru-cache'
import type { AttemptStore } from '#server/features/orders/attempts.store.ts'
import { GatewayUnclearError } from '#server/platform/gateways/gateway.ts'
import type { PaymentService } from './payments.service.ts'

/** Pages ask often; a gateway is asked about one order no more often than this. */
const PAUSE_MS = 4000

export type RecentReadings = ReturnType<typeof createRecentReadings>

/** Reads the latest attempts of an order for a page that waits, without wearing the gateway out. */
export function createRecentReadings({ attempts, payments }: { attempts: AttemptStore; payments: Pick<PaymentService, 'check'> }) {
  const recent = new LRUCache<string, Promise<void>>({ max: 10_000, ttl: PAUSE_MS })

  async function read(orderId: string) {
    // Of those that can still become something else for the buyer, the latest few.
    const waiting = (await attempts.listOf(orderId)).filter(({ state }) => !['paid', 'refunded', 'charged_back'].includes(state))
    for (const { id } of waiting.slice(0, 3)) {
      await payments.check(id).catch((error: unknown) => {
        // The page asks again, and so does the reconciliation.
        if (!(error instanceof GatewayUnclearError)) throw error
      })
    }
  }

  return {
    refresh: (orderId: string): Promise<void> => {
      const known = recent.get(orderId)
      if (known) return known
      const reading = read(orderId)
      recent.set(orderId, reading)
      return reading
    },
  }
}
