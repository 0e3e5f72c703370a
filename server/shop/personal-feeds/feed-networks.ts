import { LRUCache } from 'lru-cache'
import { FEED_NETWORK_DAYS } from '#contracts/admin/retention.ts'
import { pooledNetworkOf } from '#server/platform/http/ip-networks.ts'
import type { PersonalFeedStore } from './personal-feeds.store.ts'

/** Networks that one listener may use on a day, such as home, work and a mobile provider. More suggest that the feed is shared. */
const MANY = 10
/** Size of the cache of networks that are already stored. */
const REMEMBERED = 20_000
const DAY_MS = 24 * 3_600_000

export type FeedNetworks = ReturnType<typeof createFeedNetworks>

/** Creates the counter of networks from which a feed’s recordings are downloaded in a day. IP addresses are not stored. */
export function createFeedNetworks(deps: {
  store: Pick<PersonalFeedStore, 'addNetwork' | 'countNetworks' | 'forgetNetworksBefore'>
  /** Returns a keyed digest, so that the database alone does not reveal whether a network downloaded a recording */
  keyedDigest: (text: string) => Buffer
  now: () => Date
}) {
  const { store, keyedDigest, now } = deps
  const stored = new LRUCache<string, true>({ max: REMEMBERED })

  return {
    note: async (feedId: string, ip: string): Promise<void> => {
      const day = dayOf(now())
      // A digest of 16 bits distinguishes the few networks of a feed, but each value matches hundreds of networks, so none is identified.
      const network = keyedDigest(`${feedId} ${day} ${pooledNetworkOf(ip)}`).readUInt16BE()
      const key = `${feedId} ${day} ${network}`
      if (stored.has(key)) return
      await store.addNetwork(feedId, day, network)
      stored.set(key, true)
    },

    count: async (feedId: string): Promise<{ networks: number; shared: boolean }> => {
      const networks = await store.countNetworks(feedId)
      return { networks, shared: networks > MANY }
    },

    purge: (): Promise<void> => store.forgetNetworksBefore(dayOf(new Date(now().getTime() - FEED_NETWORK_DAYS * DAY_MS))),
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
