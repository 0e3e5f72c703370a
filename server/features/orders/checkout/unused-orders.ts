import { UNUSED_ORDER_HOURS } from '#contracts/retention.ts'
import { unavailable } from '#server/platform/problems.ts'
import type { OrderRemovalStore } from './order-removal.store.ts'

const MINUTE_MS = 60_000
const KEPT_MS = UNUSED_ORDER_HOURS * 60 * MINUTE_MS
/** How long one is kept at least, when there are too many: the time that somebody takes to enter an e-mail address. */
const KEPT_AT_LEAST_MS = 10 * MINUTE_MS
/** So many are kept in all: some 40 MB. */
export const MAX_UNUSED = 50_000
/** How old a count may be. It is too much work for every order. */
const COUNT_MS = 5000

export type UnusedOrders = ReturnType<typeof createUnusedOrders>

/** Keeps the orders within bounds that nobody began to pay: anybody can make them, with as many client ids as they like. */
export function createUnusedOrders({ removal, now, max = MAX_UNUSED }: { removal: OrderRemovalStore; now: () => Date; max?: number }) {
  let known = { count: 0, until: 0 }
  let counting: Promise<void> | undefined

  async function remove(before: Date, max = Number.POSITIVE_INFINITY): Promise<number> {
    let sum = 0
    while (sum < max) {
      const removed = await removal.removeUnused(before, Math.min(5000, max - sum))
      if (removed === 0) break
      sum += removed
    }
    return sum
  }

  async function recount() {
    known = { count: await removal.countUnused(), until: Date.now() + COUNT_MS }
  }

  async function count(): Promise<number> {
    if (known.until <= Date.now()) {
      // Those who come at once wait for one count.
      counting ??= recount().finally(() => {
        counting = undefined
      })
      await counting
    }
    return known.count
  }

  return {
    /** How many there are, and how many there may be. */
    fill: async () => ({ count: await removal.countUnused(), max }),

    /**
     * Makes room for one more. The oldest make way, so that whoever makes thousands of orders shuts nobody out who wants to buy.
     * @throws unavailable when so many are so young that none can make way
     */
    makeRoom: async (): Promise<void> => {
      if ((await count()) >= max) {
        // More than one, so that not every order has to wait for this.
        const room = Math.ceil(max / 100)
        known.count -= await remove(new Date(now().getTime() - KEPT_AT_LEAST_MS), known.count - max + room)
      }
      if (known.count >= max)
        throw unavailable('Very many items are being chosen at this moment', {
          retryAfterSeconds: 60,
          detail: 'Wait a minute, then try again.',
        })
      known.count++
    },

    /** Removes those that are older than anybody comes back to. Answers how many. */
    purge: (): Promise<number> => remove(new Date(now().getTime() - KEPT_MS)),
  }
}
