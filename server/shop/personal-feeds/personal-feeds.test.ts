import { createHash, randomBytes } from 'node:crypto'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { PersonalFeedState } from '#contracts/shop/personal-feed.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import { entitle } from '#tests/support/entitle.ts'
import { storeAudiobook, storeBook, storeLowBitrateAudio, storePodcast } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

const ORIGIN = 'https://lectern.example'

let shop: TestShop
let free: Podcast
let first: Podcast
let second: Podcast
const content = randomBytes(5000)
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: ORIGIN, LOG_LEVEL: 'trace', TRUST_PROXY: 'true' })
  const { services } = shop.app
  free = await storePodcast(services, { title: 'Begin again' })
  first = await storePodcast(services, { title: 'The first draft', price: 2, content })
  second = await storePodcast(services, { title: 'The last mile', price: 3 })
})
afterAll(() => shop.app.close())
beforeEach(() => shop.app.services.database.pool.query('truncate personal_feeds, tries cascade'))

const path = (url: string) => url.replace(ORIGIN, '')
const get = (url: string, headers: Record<string, string> = {}) => shop.app.get(path(url), headers)
const manage = (method: 'GET' | 'POST' | 'DELETE', clientId: string, below = '') =>
  shop.app.app.inject({ method, url: `/api/personal-feed${below}`, headers: { 'client-id': clientId } })
const stateOf = async (clientId: string) => (await manage('GET', clientId)).json<PersonalFeedState>()
const make = async (clientId: string) => {
  const response = await manage('POST', clientId)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<PersonalFeedState>().feed?.url ?? ''
}
const own = (clientId: string, { id: productId }: { id: string }, owned = true, product: ProductKind = 'podcast') =>
  entitle(shop.app.services, { clientId, product, productId }, owned)

/** Deletes a book for good, so that later feeds don't contain it. */
async function remove(id: string) {
  await shop.app.send('DELETE', `/api/books/${id}`)
  await shop.app.send('DELETE', `/api/admin/books/${id}`)
}

/** Creates a browser that owns the first episode and has a personal feed. */
async function buyer() {
  const clientId = shop.shop.newClient()
  await own(clientId, first)
  return { clientId, url: await make(clientId) }
}

const unescapeXml = (text: string) => text.replaceAll('&amp;', '&')
const enclosures = (rss: string) => [...rss.matchAll(/<enclosure [^>]*url="([^"]+)"/g)].map(([, url = '']) => unescapeXml(url))
async function enclosureOf(url: string, episode: Podcast) {
  const found = enclosures((await get(url)).body).find((enclosure) => enclosure.includes(episode.audioUrl))
  expect(found, `an enclosure of ${episode.title}`).toBeDefined()
  return found ?? ''
}

describe('a personal feed', () => {
  test('a personal feed offers low-bitrate audio as an alternative enclosure, with the same access token', async () => {
    const light = randomBytes(1200)
    await storeLowBitrateAudio(shop.app.services, first.audioUrl, light)
    const { url, clientId } = await buyer()
    const feed = (await get(url)).body
    const source = unescapeXml(/<podcast:source uri="([^"]+)"/.exec(feed)?.[1] ?? '')
    expect(source).toBe((await enclosureOf(url, first)).replace('?', '/light?'))
    expect(feed).toMatch(/<podcast:alternateEnclosure type="audio\/webm" codecs="opus" length="1200" title="Data saver" bitrate="107">/)
    expect((await get(source)).rawPayload.equals(light)).toBe(true)
    await own(clientId, first, false)
    expect((await get(source)).statusCode).toBe(403)
  })

  test('a personal feed contains the owned and the free episodes, and is neither cached by proxies nor indexed', async () => {
    const { url } = await buyer()
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(response.body).toMatch(/<itunes:block>yes<\/itunes:block>/i)
    expect(response.body).not.toContain('podcast:guid')
    for (const title of [free.title, first.title]) expect(response.body).toContain(title)
    expect(response.body).not.toContain(second.title)
    expect(await enclosureOf(url, free)).toBe(`${ORIGIN}/api/media/${free.audioUrl}`)

    const unchanged = await get(url, { 'if-none-match': String(response.headers.etag) })
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    const head = await shop.app.app.inject({ method: 'HEAD', url: path(url) })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  test('a personal feed states the length and type of each file, and the files support HEAD and range requests without a redirect', async () => {
    const { url } = await buyer()
    const enclosure = await enclosureOf(url, first)
    expect((await get(url)).body).toMatch(
      new RegExp(`length="${content.length}"[^>]*type="audio/mpeg"|type="audio/mpeg"[^>]*length="${content.length}"`),
    )
    const [whole, part] = [await get(enclosure), await get(enclosure, { range: 'bytes=100-199' })]
    const head = await shop.app.app.inject({ method: 'HEAD', url: path(enclosure) })
    expect([whole.statusCode, part.statusCode, head.statusCode]).toEqual([200, 206, 200])
    expect(whole.rawPayload.equals(content)).toBe(true)
    expect(part.rawPayload.equals(content.subarray(100, 200))).toBe(true)
    expect(head.headers).toMatchObject({ 'content-length': String(content.length), 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes' })
    for (const { headers } of [whole, part, head])
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
  })

  test('a personal feed has the same URL in every response to its browser, although the database contains only digests of the secrets', async () => {
    const { clientId, url } = await buyer()
    expect((await stateOf(clientId)).feed).toMatchObject({ url, networks: 0, shared: false })
    const key = new URL(url).searchParams.get('key') ?? ''
    expect(Buffer.from(key, 'base64url')).toHaveLength(16)
    const { rows } = await shop.app.services.database.pool.query('select * from personal_feeds')
    expect(rows).toHaveLength(1)
    for (const secret of [key, clientId]) expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).toContain(createHash('sha256').update(key).digest('base64url'))
  })

  test('replacing or deleting a personal feed invalidates its URL and the file URLs of its priced episodes', async () => {
    const { clientId, url } = await buyer()
    const enclosure = await enclosureOf(url, first)
    const next = await make(clientId)
    expect(next).not.toBe(url)
    expect([(await get(url)).statusCode, (await get(enclosure)).statusCode]).toEqual([404, 403])
    const nextEnclosure = await enclosureOf(next, first)
    expect((await get(nextEnclosure)).statusCode).toBe(200)
    expect((await manage('DELETE', clientId)).statusCode).toBe(204)
    expect([(await get(next)).statusCode, (await get(nextEnclosure)).statusCode]).toEqual([404, 403])
    expect(await stateOf(clientId)).toEqual({ feed: null, elsewhere: 0, mayCreate: true })
    expect((await manage('DELETE', clientId)).statusCode).toBe(204)
  })

  test('creating a personal feed several times concurrently stores one working feed', async () => {
    const { clientId } = await buyer()
    await Promise.all(Array.from({ length: 5 }, () => make(clientId)))
    const { url = '' } = (await stateOf(clientId)).feed ?? {}
    expect((await get(url)).statusCode).toBe(200)
    expect((await shop.app.services.database.pool.query('select from personal_feeds')).rowCount).toBe(1)
  })

  test('only owners of an episode can create a personal feed, and at most ten times an hour', async () => {
    expect((await manage('POST', shop.shop.newClient())).json()).toMatchObject({ status: 409, code: 'conflict' })
    const { clientId } = await buyer()
    for (let count = 1; count < 10; count++) await make(clientId)
    expect((await manage('POST', clientId)).statusCode).toBe(429)
    expect((await manage('GET', 'short')).statusCode).toBe(400)
  })

  test('a personal feed contains owned and free audiobooks, with author, narrator and chapters, and their files follow the purchase', async () => {
    const clientId = shop.shop.newClient()
    const book = await storeAudiobook(shop.app.services, { title: 'A priced audiobook', price: 4, content: randomBytes(3000) })
    const text = await storeBook(shop.app.services, { title: 'A book without sound', price: 4 })
    const open = await storeAudiobook(shop.app.services, { title: 'A free audiobook' })
    await own(clientId, text, true, 'book')
    expect((await stateOf(clientId)).mayCreate).toBe(false)
    expect((await manage('POST', clientId)).statusCode).toBe(409)
    await own(clientId, book, true, 'book')
    expect((await stateOf(clientId)).mayCreate).toBe(true)

    const url = await make(clientId)
    const { items } = await new RssParser({
      customFields: { item: [['podcast:person', 'people', { keepArray: true }], 'podcast:chapters'] },
    }).parseString((await get(url)).body)
    expect(items.map(({ title }) => title)).toEqual(['A free audiobook', 'A priced audiobook', free.title])
    const [, item] = items
    expect(item).toMatchObject({
      guid: `urn:uuid:${book.id}`,
      link: `${ORIGIN}/books/${book.id}`,
      itunes: { author: 'Tapiwa Gumbo' },
    })
    const people = item?.people.map(({ _, $: { role } }: { _: string; $: { role: string } }) => `${_}, ${role}`)
    expect(people).toEqual(['Tapiwa Gumbo, author', 'Rudo Moyo, narrator'])
    const chapters = await get(item?.['podcast:chapters'].$.url)
    expect(chapters.json()).toMatchObject({ chapters: [{ startTime: 0, title: 'Opening' }] })
    expect((await shop.app.get(`/api/books/${open.id}/chapters.json`)).statusCode).toBe(200)
    expect((await shop.app.get(`/api/books/${text.id}/chapters.json`)).statusCode).toBe(404)

    const { pathname, search } = new URL(item?.enclosure?.url ?? '')
    expect((await shop.app.get(pathname + search)).rawPayload).toHaveLength(3000)
    // The grant is for the recording alone: the text of the book needs another one.
    expect((await shop.app.get(`/api/media/${book.pdfUrl}${search}`)).statusCode).toBe(403)
    await own(clientId, book, false, 'book')
    expect((await shop.app.get(pathname + search)).statusCode).toBe(403)
    expect((await get(url)).body).not.toContain('A priced audiobook')
    for (const each of [book, text, open]) await remove(each.id)
  })

  test('the pages of a personal feed contain each recording once, audiobooks before episodes', async () => {
    const { services } = shop.app
    const { listHearable } = services.catalogue.feeds
    const audiobooks = [await storeAudiobook(services), await storeAudiobook(services)]
    const whole = await listHearable([], { limit: 10, offset: 0 })
    expect(whole.items.map(({ product }) => product)).toEqual(['book', 'book', 'podcast'])
    expect(whole.total).toBe(3)
    for (const limit of [1, 2]) {
      const pages = await Promise.all([0, 1, 2, 3].map((page) => listHearable([], { limit, offset: page * limit })))
      expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole.items.map(({ id }) => id))
    }
    for (const { id } of audiobooks) await remove(id)
  })

  test('a personal feed contains an owned episode in the bin until the episode is permanently deleted', async () => {
    const clientId = shop.shop.newClient()
    const short = await storePodcast(shop.app.services, { title: 'Soon gone', price: 1 })
    await own(clientId, short)
    const url = await make(clientId)
    const enclosure = await enclosureOf(url, short)
    await shop.app.send('DELETE', `/api/podcasts/${short.id}`)
    expect((await get(url)).body).toContain('Soon gone')
    expect((await get(enclosure)).statusCode).toBe(200)
    await shop.app.send('DELETE', `/api/admin/podcasts/${short.id}`)
    expect((await get(url)).body).not.toContain('Soon gone')
    expect((await get(enclosure)).statusCode).toBe(404)
  })
})

test('an RSS library can parse a personal feed and its pages', async () => {
  const { url } = await buyer()
  const { items, ...channel } = await new RssParser().parseString((await get(url)).body)
  expect(channel).toMatchObject({ title: 'Lectern: your recordings', feedUrl: url })
  const own = items.find(({ title }) => title === first.title)
  expect(own).toMatchObject({ guid: `urn:uuid:${first.id}`, enclosure: { length: String(content.length), type: 'audio/mpeg' } })
  expect(own?.enclosure?.url).toContain(`${ORIGIN}/api/media/${first.audioUrl}?feed=`)
  expect(items.map(({ title }) => title).toSorted()).toEqual([free.title, first.title].toSorted())
  expect((await new RssParser().parseString((await get(`${url}&page=2`)).body)).items).toEqual([])
})

describe('secrets of personal feeds', () => {
  test('the secret of a personal feed can’t be guessed, changed or used for another file', async () => {
    const { url, clientId } = await buyer()
    const stranger = await buyer()
    await own(stranger.clientId, second)
    const enclosure = new URL(await enclosureOf(url, first))
    const grant = enclosure.searchParams.get('feed') ?? ''
    const theirs = new URL(await enclosureOf(stranger.url, second)).searchParams.get('feed') ?? ''
    const [keyId, feedId, episodeId, signature = ''] = grant.split('.')
    const bad = {
      'an empty one': '',
      'another feed’s, of another file': theirs,
      'another feed': [keyId, theirs.split('.')[1], episodeId, signature].join('.'),
      'another episode': [keyId, feedId, second.id, signature].join('.'),
      'another signature': [keyId, feedId, episodeId, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`].join('.'),
      'a tail': `${grant}.x`,
      'an unknown key': ['00000000', feedId, episodeId, signature].join('.'),
    }
    for (const [name, feed] of Object.entries(bad))
      expect((await get(`${enclosure.pathname}?feed=${encodeURIComponent(feed)}`)).statusCode, name).toBe(403)
    expect((await get(`/api/media/${second.audioUrl}?feed=${encodeURIComponent(grant)}`)).statusCode).toBe(403)
    // Signatures for a feed are not accepted as signatures for an entitlement.
    expect((await get(`${enclosure.pathname}?grant=${encodeURIComponent(grant)}`)).statusCode).toBe(403)

    const key = new URL(url).searchParams.get('key') ?? ''
    const digest = createHash('sha256').update(key).digest('base64url')
    for (const guess of ['', 'x', randomBytes(16).toString('base64url'), `${key}=`, key.slice(0, -1), digest, clientId, feedId])
      expect((await get(`/api/personal-feed.xml?key=${guess}`)).statusCode, guess).toBe(404)
    expect((await get('/api/personal-feed.xml')).statusCode).toBe(400)
  })

  test('the secret of a personal feed never appears in logs and error responses', async () => {
    const { url, clientId } = await buyer()
    const enclosure = await enclosureOf(url, first)
    const key = new URL(url).searchParams.get('key') ?? ''
    const grant = new URL(enclosure).searchParams.get('feed') ?? ''
    const answers = [
      await get(enclosure, { range: 'bytes=99999-' }),
      await get(`${enclosure}x`),
      await get(`${url}x`),
      await get(`${url}&page=none`),
      await get(`${path(url).replace('personal-feed', 'no-feed')}`),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([416, 403, 404, 400, 404])
    const logs = shop.app.logLines.join('')
    expect(logs).toContain('/api/personal-feed.xml')
    for (const secret of [key, grant.slice(-43), clientId]) {
      expect(logs).not.toContain(secret)
      for (const { body } of answers) expect(body).not.toContain(secret)
    }
  })
})

describe('networks of personal feeds', () => {
  const from = (ip: string) => ({ 'x-forwarded-for': ip })

  test('the networks of a personal feed are counted by day and stored only as 16-bit digests, and more than ten are reported as sharing of the feed', async () => {
    const { clientId, url } = await buyer()
    const enclosure = await enclosureOf(url, first)
    // Simulates a phone whose IP address changes within one network.
    for (let host = 1; host < 30; host++) await get(enclosure, from(`41.220.16.${host}`))
    expect((await stateOf(clientId)).feed).toMatchObject({ networks: 1, shared: false })
    for (let net = 1; net < 10; net++) await get(enclosure, from(`41.220.${net}.7`))
    expect((await stateOf(clientId)).feed).toMatchObject({ networks: 10, shared: false })
    shop.clock.now = new Date(Date.now() + 24 * 3_600_000)
    await get(enclosure, from('102.1.1.1'))
    expect((await stateOf(clientId)).feed).toMatchObject({ networks: 10, shared: false })
    shop.clock.now = new Date()
    await get(enclosure, from('2c0f:f8f0:1::1'))
    expect((await stateOf(clientId)).feed).toMatchObject({ networks: 11, shared: true })

    const { rows } = await shop.app.services.database.pool.query('select network from personal_feed_networks')
    for (const { network } of rows) expect(network).toBeLessThan(2 ** 16)
    await make(clientId)
    expect((await stateOf(clientId)).feed).toMatchObject({ networks: 0, shared: false })
  })

  test('the networks of a personal feed are deleted after a week', async () => {
    const { clientId, url } = await buyer()
    await get(await enclosureOf(url, first))
    const job = shop.app.services.features.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'feed-networks-purge')
    shop.clock.now = new Date(Date.now() + 7 * 24 * 3_600_000)
    await job?.run()
    expect((await stateOf(clientId)).feed?.networks).toBe(1)
    shop.clock.now = new Date(Date.now() + 8 * 24 * 3_600_000)
    await job?.run()
    expect((await stateOf(clientId)).feed?.networks).toBe(0)
    shop.clock.now = new Date()
  })
})
