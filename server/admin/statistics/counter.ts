import type { CountedEvent, CountedKind } from '#contracts/admin/statistics.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'

/** Event to count. `item` is an id or a slug; `source` is a host or one of the source names in the contract. */
export type Happening = { kind: CountedKind; item: string; event: CountedEvent; source?: string }
/** Number of occurrences of an event on one day. */
export type DayCount = Required<Happening> & { day: string; count: number }
export type Counter = ReturnType<typeof createCounter>

/** Maximum number of different counts in memory. Beyond the maximum, new counts are dropped until the next flush. */
const MAX_WAITING = 10_000

/** Creates a counter that counts in memory and stores the sums on `flush`, so that no response waits for the database. */
export function createCounter(deps: {
  store: (counts: DayCount[]) => Promise<void>
  shopTime: () => ShopTime
  now: () => Date
  maxWaiting?: number
}) {
  const { store, shopTime, now, maxWaiting = MAX_WAITING } = deps
  let waiting = new Map<string, DayCount>()
  let storing: Promise<void> = Promise.resolve()

  function add(count: DayCount) {
    const { day, kind, item, event, source } = count
    const key = `${day} ${kind} ${event} ${item} ${source}`
    const found = waiting.get(key)
    if (found) found.count += count.count
    else if (waiting.size < maxWaiting) waiting.set(key, count)
  }

  async function storeWaiting() {
    const batch = waiting
    if (batch.size === 0) return
    waiting = new Map()
    try {
      await store([...batch.values()])
    } catch (error) {
      for (const count of batch.values()) add(count)
      throw error
    }
  }

  return {
    count: ({ source = '', ...happening }: Happening, count = 1): void =>
      add({ ...happening, source, day: shopTime().dayOf(now()), count }),

    /** Stores the counts, one batch after another. Counts of a failed batch are added back and stored by the next flush. */
    flush: (): Promise<void> => {
      storing = storing.catch(() => undefined).then(storeWaiting)
      return storing
    },
  }
}
