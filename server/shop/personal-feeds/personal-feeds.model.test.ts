import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { PersonalFeedState } from '#contracts/shop/personal-feed.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { storeAudiobook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

/* Tests random histories of two browsers of one buyer and an administrator against the real database. After every step, each feed contains
   the episode and the audiobook that its browser currently owns. A URL that was ever in a feed gives access to its file if and only if the
   feed still exists and its browser owns the item. */

const RUNS = longRuns(12)

/** Item of the catalogue, and the key of its recording */
type Recording = ProductRef & { key: string }

type Step = { does: 'buy' | 'refund' | 'grant' | 'revoke' | 'claim' | 'make' | 'end' | 'end_elsewhere'; client: 0 | 1; item: 0 | 1 }
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('buy', 'buy', 'refund', 'refund', 'grant', 'revoke', 'claim', 'make', 'end', 'end_elsewhere'),
  client: fc.constantFrom(0, 1),
  item: fc.constantFrom<0 | 1>(0, 1),
})

const BEGINNING: Step[] = [
  { does: 'buy', client: 0, item: 0 },
  { does: 'make', client: 0, item: 0 },
]

/** Expected state of an order. Manual grants have no `maker`, which is the browser that created the order. */
type ModelOrder = { id: string; attemptId?: string; item: number; maker?: number; holders: Set<number>; stands: boolean }

let testShop: TestShop
let free: Recording
let priced: [Recording, Recording]
beforeAll(async () => {
  testShop = await openTestShop()
  const { services } = testShop.app
  const asEpisode = ({ id: productId, audioUrl: key }: Podcast): Recording => ({ product: 'podcast', productId, key })
  free = asEpisode(await storePodcast(services))
  const { id: productId } = await storeAudiobook(services, { price: 3 })
  const { editions } = await services.catalogue.books.get(productId)
  const key = editions.find(({ format }) => format === 'audio')?.url ?? ''
  priced = [asEpisode(await storePodcast(services, { price: 2 })), { product: 'book', productId, key }]
})
afterAll(() => testShop.app.close())

test('a personal feed and its files match the items that its browser owns after any history of purchases', {
  tags: ['property'],
  timeout: 300_000 + RUNS * 3000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const world = await buildWorld()
      // Each history starts with a purchase and a feed, because most steps would otherwise have no effect.
      for (const each of [...BEGINNING, ...steps]) {
        await world.take(each)
        await world.expectFeeds()
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

function productOf({ product, productId }: Recording): ProductRef {
  return { product, productId }
}

async function buildWorld() {
  const { app, shop } = testShop
  const { orders: selling } = app.services.shop
  await app.services.database.pool.query('truncate tries')
  const clients = [shop.newClient(), shop.newClient()]
  const email = `reader-${randomBytes(8).toString('hex')}@reader.example`
  const orders: ModelOrder[] = []
  const feeds: (string | undefined)[] = [undefined, undefined]
  /** All URLs of priced files that were ever in a feed */
  const seen = new Map<string, { client: number; feed: string; item: number }>()

  const owns = (client: number, item: number) => orders.some((order) => order.stands && order.item === item && order.holders.has(client))
  const manage = (method: 'GET' | 'POST' | 'DELETE', client: number, below = '') =>
    app.app.inject({ method, url: `/api/personal-feed${below}`, headers: { 'client-id': clients[client] } })
  const latest = (item: number, isPaid: boolean) =>
    orders.findLast((order) => order.stands && order.item === item && (order.attemptId !== undefined) === isPaid)

  const deeds: Record<Step['does'], (step: Step) => Promise<unknown>> = {
    buy: async ({ client, item }) => {
      if (owns(client, item)) return
      const clientId = clients[client] ?? ''
      const { id, attempt, payment } = await shop.begin(clientId, productOf(priced[item]), { email })
      payment.state = 'paid'
      await shop.call(id, 'check', clientId)
      orders.push({ id, attemptId: attempt.id, item, maker: client, holders: new Set([client]), stands: true })
    },
    refund: async ({ item }) => {
      const order = latest(item, true)
      if (!order) return
      await shop.act(`${order.id}/attempts/${order.attemptId}/refunded`, 'Asked for it')
      order.stands = false
    },
    grant: async ({ item }) => {
      const isOwned = orders.some((order) => order.item === item && order.stands)
      const granting = selling.grants.grant({ email, ...productOf(priced[item]), reason: 'A gift' })
      if (isOwned) return expect(granting).rejects.toThrow('already owns the item')
      const { orderId } = await granting
      orders.push({ id: orderId, item, holders: new Set(), stands: true })
    },
    revoke: async ({ item }) => {
      const order = latest(item, false)
      if (!order) return
      await selling.grants.revoke(order.id, 'A mistake')
      order.stands = false
    },
    claim: async ({ client }) => {
      await selling.ownedItems.claim(email, clients[client] ?? '')
      for (const order of orders) if (order.attemptId !== undefined || order.stands) order.holders.add(client)
    },
    make: async ({ client }) => {
      const mayMake = feeds[client] !== undefined || priced.some((_recording, index) => owns(client, index))
      const response = await manage('POST', client)
      expect(response.statusCode, response.body).toBe(mayMake ? 200 : 409)
      if (!mayMake) return
      const { url } = response.json<PersonalFeedState>().feed ?? {}
      expect(url).not.toBe(feeds[client])
      feeds[client] = url
    },
    end: async ({ client }) => {
      await manage('DELETE', client)
      feeds[client] = undefined
    },
    end_elsewhere: async ({ client }) => {
      const other = 1 - client
      const proved = orders.some(({ maker, holders }) => maker !== client && holders.has(client) && holders.has(other))
      const { elsewhere } = (await manage('GET', client)).json<PersonalFeedState>()
      expect(elsewhere).toBe(proved && feeds[other] !== undefined ? 1 : 0)
      await manage('DELETE', client, '/elsewhere')
      if (proved) feeds[other] = undefined
    },
  }

  async function expectFeed(client: number) {
    const url = (await manage('GET', client)).json<PersonalFeedState>().feed?.url
    expect(url).toBe(feeds[client])
    if (url === undefined) return
    const rss = (await app.get(url.replace('http://localhost', ''))).body
    const enclosures = [...rss.matchAll(/<enclosure [^>]*url="([^"]+)"/g)].map(([, enclosure = '']) => enclosure.replaceAll('&amp;', '&'))
    const owned = priced.filter((_recording, index) => owns(client, index))
    const keys = enclosures.map((enclosure) => new URL(enclosure).pathname.split('/').at(-1))
    expect(keys.toSorted()).toEqual([free, ...owned].map(({ key }) => key).toSorted())
    for (const enclosure of enclosures) {
      const item = priced.findIndex(({ key }) => enclosure.includes(key))
      if (item >= 0) seen.set(enclosure, { client, feed: url, item })
    }
  }

  return {
    take: (each: Step) => deeds[each.does](each),
    expectFeeds: async () => {
      for (const client of [0, 1]) await expectFeed(client)
      for (const [enclosure, { client, feed, item }] of seen) {
        const { pathname, search } = new URL(enclosure)
        const { statusCode } = await app.get(pathname + search, { range: 'bytes=0-0' })
        expect(statusCode, enclosure).toBe(feeds[client] === feed && owns(client, item) ? 206 : 403)
      }
    },
  }
}
