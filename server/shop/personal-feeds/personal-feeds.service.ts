import { createHmac } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { PersonalFeedState } from '#contracts/shop/personal-feed.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import { digest, digestClient } from '#server/platform/digest.ts'
import { conflict, notFound, tooManyRequests } from '#server/platform/problems.ts'
import { limitsByNetwork } from '#server/platform/rate-limits/limits-by-network.ts'
import type { RateLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { FeedNetworks } from './feed-networks.ts'
import type { PersonalFeedRow, PersonalFeedStore } from './personal-feeds.store.ts'

const SECRET_BYTES = 16

const HOUR = 3600
/** Rate limits for new feed URLs, by browser and by network. */
const MADE = { max: 10, seconds: HOUR }
const MADE_BY_NETWORK = { max: 60, seconds: HOUR }
/** Rate limit for requests of one feed. Podcast apps request a feed a few times an hour. */
const FETCHED = { max: 120, seconds: HOUR }
/** Number of recordings per page of a feed (RFC 5005). */
const FEED_PAGE = 300
/** Kinds of items with recordings. A grant has the id of an item without its kind; episodes are first, since most grants are for them. */
const FEED_PRODUCTS = ['podcast', 'book'] as const

type Enclosure = { url: string; type: string; bytes: number; seconds: number; isPreview: boolean }
type Channel = { selfUrl: string; firstUrl: string; nextUrl?: string; title: string; description: string; isPersonal: true }
/** Episode or audiobook in a feed */
export type FeedRecording = Pick<Podcast, 'id' | 'price' | 'audioUrl'>

export type PersonalFeedDeps<Recording extends FeedRecording> = {
  store: PersonalFeedStore
  networks: FeedNetworks
  signedUrls: Pick<SignedUrls, 'signForFeed' | 'verifyForFeed'>
  /** Ownership of items, provided by another feature */
  ownership: {
    list: (clientDigest: string) => Promise<ProductRef[]>
    /** Returns whether the client owns the product and the product has a file with this key */
    opens: (clientDigest: string, product: ProductRef, fileKey: string) => Promise<boolean>
    /** Lists the other holders of orders that the client claimed by email */
    otherHolders: (clientDigest: string) => Promise<string[]>
  }
  /** Returns those of the books that have an audiobook */
  findWithSound: (bookIds: string[]) => Promise<string[]>
  /** Lists a page of the free recordings and those of the owned items, and their total number */
  listHearable: (owned: ProductRef[], page: { limit: number; offset: number }) => Promise<{ items: Recording[]; total: number }>
  /** Returns the enclosure of a free recording */
  publicEnclosure: (recording: Recording, urls: SiteUrls) => Enclosure | undefined
  /** Returns the enclosure of a complete recording with this URL */
  wholeEnclosure: (recording: Recording, url: string) => Enclosure
  writePodcastFeed: (channel: Channel, items: { recording: Recording; enclosure: Enclosure | undefined }[], urls: SiteUrls) => string
  brand: () => { name: string }
  rateLimits: Pick<RateLimits, 'count'>
}

export type PersonalFeedService = ReturnType<typeof createPersonalFeedService<FeedRecording>>

/**
 * Creates the service for personal feeds, with which podcast apps play priced episodes and audiobooks. A feed belongs to a browser and
 * contains the recordings that the browser owns at the time of the request: no recordings are stored with the feed.
 */
export function createPersonalFeedService<Recording extends FeedRecording>(deps: PersonalFeedDeps<Recording>) {
  const { store, networks, signedUrls, ownership, findWithSound, listHearable, brand, rateLimits } = deps
  const { publicEnclosure, wholeEnclosure, writePodcastFeed } = deps

  async function limit(limits: RateLimit[]) {
    const { exceeded } = await rateLimits.count(limits)
    if (exceeded)
      throw tooManyRequests('Too many requests in the last hour', exceeded.waitSeconds, { detail: 'Wait a while, then try again.' })
  }

  async function ownsRecordings(clientDigest: string): Promise<boolean> {
    const owned = await ownership.list(clientDigest)
    return owned.some(({ product }) => product === 'podcast') || (await findWithSound(owned.map(({ productId }) => productId))).length > 0
  }

  async function state(clientId: string, urls: SiteUrls): Promise<PersonalFeedState> {
    const clientDigest = digestClient(clientId)
    const [feed, others, mayCreate] = await Promise.all([
      store.findOf(clientDigest),
      ownership.otherHolders(clientDigest),
      ownsRecordings(clientDigest),
    ])
    const elsewhere = others.length > 0 ? await store.countOf(others) : 0
    if (!feed) return { feed: null, elsewhere, mayCreate }
    const { id, createdAt } = feed
    const url = feedUrl(urls, deriveFeedSecret(clientId, id))
    return { feed: { url, createdAt: createdAt.toISOString(), ...(await networks.count(id)) }, elsewhere, mayCreate }
  }

  function enclosureOf(recording: Recording, feedId: string, urls: SiteUrls): Enclosure | undefined {
    const { id: itemId, price, audioUrl: key } = recording
    if (isFree(price)) return publicEnclosure(recording, urls)
    const grant = signedUrls.signForFeed({ key, feedId, itemId })
    return wholeEnclosure(recording, `${urls.media(key)}?feed=${encodeURIComponent(grant)}`)
  }

  return {
    state,

    /** Creates the browser's feed URL, or replaces it, which immediately invalidates the previous URL. */
    replace: async (clientId: string, { ip, urls }: { ip: string; urls: SiteUrls }): Promise<PersonalFeedState> => {
      const clientDigest = digestClient(clientId)
      if (!(await store.findOf(clientDigest)) && !(await ownsRecordings(clientDigest)))
        throw conflict('This browser owns no episodes and no audiobooks', 'Free episodes are in the public feed.')
      await limit([{ key: `personal-feed ${clientDigest}`, ...MADE }, ...limitsByNetwork('personal-feed', ip, MADE_BY_NETWORK)])
      const id = uuidv7()
      await store.replace({ id, clientDigest, secretDigest: digest(deriveFeedSecret(clientId, id)) })
      return state(clientId, urls)
    },

    /** Deletes the browser's feed, which invalidates its URL and the URLs of its priced recordings. */
    end: (clientId: string): Promise<void> => store.remove([digestClient(clientId)]),

    /** Deletes the feeds of other browsers that hold purchases which this browser claimed by email. */
    endElsewhere: async (clientId: string): Promise<void> => store.remove(await ownership.otherHolders(digestClient(clientId))),

    /** Returns the RSS of the feed with this secret. @throws notFound for unknown and deleted feeds alike */
    read: async ({ key, page }: { key: string; page: number }, urls: SiteUrls): Promise<string> => {
      const feed = await store.findBySecret(digest(key))
      if (!feed) throw notFound('feed')
      await limit([{ key: `personal-feed-read ${feed.id}`, ...FETCHED }])
      const { items: recordings, total } = await listHearable(await ownership.list(feed.clientDigest), {
        limit: FEED_PAGE,
        offset: (page - 1) * FEED_PAGE,
      })
      const channel: Channel = {
        selfUrl: feedUrl(urls, key, page),
        firstUrl: feedUrl(urls, key),
        isPersonal: true,
        ...(page * FEED_PAGE < total && { nextUrl: feedUrl(urls, key, page + 1) }),
        title: `${brand().name}: your recordings`,
        description: `The episodes and audiobooks of ${brand().name} that you own, and all free ones. This address is private: don’t share it.`,
      }
      const items = recordings.map((recording) => ({ recording, enclosure: enclosureOf(recording, feed.id, urls) }))
      return writePodcastFeed(channel, items, urls)
    },

    /** Returns whether the `feed` parameter of a file URL is valid: the feed exists, and its browser owns the item. */
    mayHear: async (grant: string, fileKey: string, ip: string): Promise<boolean> => {
      const granted = signedUrls.verifyForFeed(grant, fileKey)
      const feed: PersonalFeedRow | undefined = granted && (await store.find(granted.feedId))
      if (!granted || !feed) return false
      for (const product of FEED_PRODUCTS) {
        if (!(await ownership.opens(feed.clientDigest, { product, productId: granted.itemId }, fileKey))) continue
        await networks.note(feed.id, ip)
        return true
      }
      return false
    },
  }
}

/** Returns the URL of a feed. The secret is in the query string, which neither the server nor its proxies log. */
function feedUrl(urls: SiteUrls, key: string, page = 1): string {
  return urls.api(`/personal-feed.xml?key=${key}${page > 1 ? `&page=${page}` : ''}`)
}

/**
 * Returns the secret of a feed URL: 128 bits as base64url. The secret is derived from the client id, so that the URL can be displayed again
 * although the database contains only digests of the secret and the client id.
 */
function deriveFeedSecret(clientId: string, feedId: string): string {
  return createHmac('sha256', clientId).update(`personal feed ${feedId}`).digest().subarray(0, SECRET_BYTES).toString('base64url')
}
