import { LRUCache } from 'lru-cache'
import { siteNetworkOf } from '#server/platform/http/ip-networks.ts'

const HOUR_MS = 3_600_000
/** Many phones share one IPv4 address of a mobile network, so the limits are far above what one visitor does. */
const MAX_PER_HOUR = { network: 1000, item: 60 }
const MAX_REMEMBERED = 50_000

/**
 * Limits how much one network adds to the counts, in all and for each thing. In memory, and for an hour at most: addresses are stored
 * nowhere. Limits that many networks share push the oldest out, so memory has a bound.
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

  /** Whether an event of a visitor still counts. `thing` says what was done with which item. */
  return (ip: string, thing: string): boolean => {
    const current = Math.floor(now().getTime() / HOUR_MS)
    if (current !== hour) for (const cache of [counted, networks]) cache.clear()
    hour = current
    const network = networks.memo(ip)
    return isBelow(network, max.network) && isBelow(`${network} ${thing}`, max.item)
  }
}
