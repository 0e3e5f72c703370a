import { LRUCache } from 'lru-cache'
import { siteNetworkOf } from '#server/platform/http/ip-networks.ts'

const HOUR_MS = 3_600_000
/** Limits per network. Far above the use of one visitor, since many phones share one IPv4 address of a mobile network. */
const MAX_PER_HOUR = { network: 1000, item: 60 }
const MAX_REMEMBERED = 50_000

/**
 * Limits how much one network adds to the counts, in total and per item and event. Held in memory for an hour at most: addresses are never
 * stored. The oldest entries are evicted first, so memory is bounded.
 */
export function createFloodLimit({ now, max = MAX_PER_HOUR }: { now: () => Date; max?: { network: number; item: number } }) {
  const counted = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  const networks = new LRUCache<string, string>({ max: MAX_REMEMBERED, memoMethod: siteNetworkOf })
  let hour = 0

  function isBelow(key: string, limit: number): boolean {
    const before = counted.get(key) ?? 0
    if (before >= limit) return false
    counted.set(key, before + 1)
    return true
  }

  /** Returns whether an event of a visitor still counts. `thing` names the event and the item. */
  return (ip: string, thing: string): boolean => {
    const current = Math.floor(now().getTime() / HOUR_MS)
    if (current !== hour) for (const cache of [counted, networks]) cache.clear()
    hour = current
    const network = networks.memo(ip)
    return isBelow(network, max.network) && isBelow(`${network} ${thing}`, max.item)
  }
}
