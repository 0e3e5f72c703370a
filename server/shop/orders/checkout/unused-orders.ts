import { DEAD_ORDER_DAYS, UNUSED_ORDER_HOURS } from '#contracts/admin/retention.ts'
import { unavailable } from '#server/platform/problems.ts'
import type { OrderRemovalStore } from './remove-orders.ts'

const MINUTE_MS = 60_000
const UNUSED_MS = UNUSED_ORDER_HOURS * 60 * MINUTE_MS
const DEAD_MS = DEAD_ORDER_DAYS * 24 * 60 * MINUTE_MS
/** Orders younger than this are not removed, even above the maximum: entering an e-mail address takes some time. */
const MIN_AGE_MS = 10 * MINUTE_MS
/** About 40 MB. */
const MAX_UNUSED = 50_000
const BATCH = 5000
/** Time for which a count is reused, because counting for every new order would be too slow. */
const COUNT_MS = 5000

export type UnusedOrders = ReturnType<typeof createUnusedOrders>

/** Limits and removes unused orders (without a payment attempt), since anyone can create them with any number of client ids. */
export function createUnusedOrders({ removal, now, max = MAX_UNUSED }: { removal: OrderRemovalStore; now: () => Date; max?: number }) {
  let known = { count: 0, until: 0 }
  let counting: Promise<void> | undefined

  async function recount() {
    known = { count: await removal.countUnused(), until: Date.now() + COUNT_MS }
  }

  async function count(): Promise<number> {
    if (known.until <= Date.now()) {
      // Concurrent requests share one count.
      counting ??= recount().finally(() => {
        counting = undefined
      })
      await counting
    }
    return known.count
  }

  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds)

  return {
    /** Returns the number of unused orders and its maximum. */
    fill: async () => ({ count: await removal.countUnused(), max }),

    /**
     * Makes room for a new order by removing the oldest unused ones, so that a flood of orders does not lock out buyers.
     * @throws unavailable when too many unused orders are too young to be removed
     */
    makeRoom: async (): Promise<void> => {
      if ((await count()) >= max) {
        // Removes more than needed, so that not every new order has to wait for a removal.
        const surplus = known.count - max + Math.ceil(max / 100)
        known.count -= await inBatches((limit) => removal.removeUnused(ago(MIN_AGE_MS), limit), surplus)
      }
      if (known.count >= max)
        throw unavailable('Too many orders are being created', {
          retryAfterSeconds: 60,
          detail: 'Wait a minute, then try again.',
        })
      known.count++
    },

    /** Removes unused orders, and abandoned ones with their attempts, after the times in `retention`. Returns the number removed. */
    purge: async (): Promise<number> => {
      const unused = await inBatches((limit) => removal.removeUnused(ago(UNUSED_MS), limit))
      return unused + (await inBatches(() => removal.removeDead(ago(DEAD_MS))))
    },
  }
}

/** Removes batches one by one until the total is reached or nothing is left. Returns the number removed. */
async function inBatches(removeBatch: (limit: number) => Promise<number>, total = Number.POSITIVE_INFINITY): Promise<number> {
  let sum = 0
  while (sum < total) {
    const removed = await removeBatch(Math.min(BATCH, total - sum))
    if (removed === 0) break
    sum += removed
  }
  return sum
}
