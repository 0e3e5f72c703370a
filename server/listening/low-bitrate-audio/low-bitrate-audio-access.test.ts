import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { entitle, grantOf } from '#tests/support/entitle.ts'
import { storeDerivedAudio, storedKeys, storeLowBitrateAudio, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const content = randomBytes(3000)
let priced: Podcast
let owner: { clientId: string; product: 'podcast'; productId: string }
let grant = ''
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  priced = await storePodcast(app.services, { price: 3, content: randomBytes(9000) })
  await storeLowBitrateAudio(app.services, priced.audioUrl, content)
  owner = { clientId: app.services.shop.access.newClientId(), product: 'podcast', productId: priced.id }
  await entitle(app.services, owner)
  grant = await grantOf(app.services, owner)
})
afterAll(() => app.close())

const lightOf = (key: string, query = '', headers = {}) => app.get(`/api/media/${key}/light${query}`, headers)
const episode = async (id: string) => (await app.get(`/api/podcasts/${id}`)).json<Podcast>()

test('an episode states the size of its low-bitrate audio, in lists as well', async () => {
  const lightSound = { type: 'audio/webm', bytes: content.length }
  expect(await episode(priced.id)).toMatchObject({ lightSound })
  expect((await app.get('/api/podcasts')).json<Podcast[]>()).toContainEqual(expect.objectContaining({ id: priced.id, lightSound }))
})

test('low-bitrate audio of a priced episode is served only with a grant for the recording, whole or by range, and is not cacheable', async () => {
  for (const query of ['', '?grant=made-up']) expect((await lightOf(priced.audioUrl, query)).statusCode, query).toBe(403)
  const opened = await lightOf(priced.audioUrl, grant)
  expect([opened.statusCode, opened.rawPayload.equals(content)]).toEqual([200, true])
  expect(opened.headers).toMatchObject({
    'content-type': 'audio/webm',
    'accept-ranges': 'bytes',
    'content-length': String(content.length),
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  })
  const range = await lightOf(priced.audioUrl, grant, { range: 'bytes=100-199' })
  expect([range.statusCode, range.headers['content-range']]).toEqual([206, `bytes 100-199/${content.length}`])
  expect(range.rawPayload.equals(content.subarray(100, 200))).toBe(true)
})

test('low-bitrate audio is served neither with a grant for another episode nor by its own storage key', async () => {
  const other = await storePodcast(app.services, { price: 3 })
  await storeLowBitrateAudio(app.services, other.audioUrl, randomBytes(100))
  expect((await lightOf(other.audioUrl, grant)).statusCode).toBe(403)
  for (const key of await storedKeys(app.services))
    if (key.endsWith('.webm')) expect((await app.get(`/api/media/${key}${grant}`)).statusCode).toBe(404)
})

test('low-bitrate audio is refused right after a refund, and is deleted with the recording', async () => {
  await entitle(app.services, owner, false)
  expect((await lightOf(priced.audioUrl, grant)).statusCode).toBe(403)
  const files = (await storedKeys(app.services)).length
  await app.services.catalogue.podcasts.deleteForGood(priced.id)
  // Four files are deleted: two files of the cover, the recording, and its low-bitrate audio.
  expect((await storedKeys(app.services)).length).toBe(files - 4)
})

test('AAC of a priced episode is served only with a grant for the recording, is in no public feed, and is deleted with the recording', async () => {
  const other = await storePodcast(app.services, { price: 3 })
  await storeDerivedAudio(app.services, other.audioUrl, { aac: content })
  const client = { clientId: app.services.shop.access.newClientId(), product: 'podcast' as const, productId: other.id }
  await entitle(app.services, client)
  const aacOf = (query: string) => app.get(`/api/media/${other.audioUrl}/podcast.m4a${query}`)
  for (const query of ['', grant]) expect((await aacOf(query)).statusCode, query).toBe(403)
  expect((await aacOf(await grantOf(app.services, client))).rawPayload.equals(content)).toBe(true)
  expect((await app.get('/podcasts/feed.xml')).body).not.toContain(other.audioUrl)
  const files = (await storedKeys(app.services)).length
  await app.services.catalogue.podcasts.deleteForGood(other.id)
  expect((await storedKeys(app.services)).length).toBe(files - 4)
})

test('low-bitrate audio of a free episode is public and cacheable; its URL returns 404 until it is encoded', async () => {
  const free = await storePodcast(app.services)
  expect((await lightOf(free.audioUrl)).statusCode).toBe(404)
  await storeLowBitrateAudio(app.services, free.audioUrl, randomBytes(200))
  expect((await lightOf(free.audioUrl)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  await app.services.catalogue.podcasts.deleteForGood(free.id)
})
