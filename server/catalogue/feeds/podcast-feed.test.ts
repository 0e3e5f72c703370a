import { randomBytes } from 'node:crypto'
import { XMLValidator } from 'fast-xml-parser'
import { parseFeed } from 'podcast-partytime'
import Parser from 'rss-parser'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { buildAudio, buildImage, buildPodcastForm } from '#tests/support/sample-files.ts'
import { shareEditions } from '#tests/support/share-editions.ts'
import { storeDerivedAudio, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, openTestNode, type TestApp } from '#tests/support/test-app.ts'

const SITE = 'https://books.example'

let app: TestApp
let coverImage: Blob
beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL: SITE })
  coverImage = await buildImage({ width: 40, height: 60 })
})
afterAll(() => app.close())

async function publish(changes: Record<string, string | Blob> = {}) {
  const response = await app.sendForm('POST', '/api/podcasts', await buildPodcastForm({ coverImage, ...changes }))
  expect(response.statusCode, response.body).toBe(201)
  return response.json<Podcast>()
}

async function catalogueChanged() {
  await app.services.database.orm.transaction(app.services.catalogueVersion.increment)
  await app.services.catalogueVersion.refresh()
}

async function store(title: string) {
  const episode = await storePodcast(app.services, { title })
  await catalogueChanged()
  return episode
}

async function readFeed(path = '/podcasts/feed.xml') {
  const response = await app.get(path)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  expect(XMLValidator.validate(response.body)).toBe(true)
  const feed = parseFeed(response.body, { allowMissingGuid: false })
  if (!feed) throw new Error('Not a podcast feed')
  return { response, feed, rss: await new Parser().parseString(response.body) }
}

/** Returns the path of a feed URL on the test server. */
const local = (url: string) => url.replace(SITE, '')

test('the podcast feed offers an AAC version of recordings that few podcast apps play, and of the previews of such recordings', async () => {
  const free = await publish({ title: 'Free WAV' })
  const { id } = await publish({ title: 'Priced WAV', price: '3' })
  const { items } = await app.services.catalogue.podcasts.listForFeeds({ limit: 10 })
  const previewKey = items.find((item) => item.id === id)?.preview?.key ?? ''
  const enclosures = async () => {
    const found = (await readFeed()).feed.items.map(({ title, enclosure }) => [String(title).replace('Preview: ', ''), enclosure] as const)
    return new Map(found)
  }
  expect((await enclosures()).get('Free WAV')?.type).toBe('audio/wav')
  const contents = { 'Free WAV': randomBytes(500), 'Priced WAV': randomBytes(600) }
  await storeDerivedAudio(app.services, free.audioUrl, { aac: contents['Free WAV'] })
  await storeDerivedAudio(app.services, previewKey, { aac: contents['Priced WAV'] })
  const found = await enclosures()
  for (const [title, content] of Object.entries(contents)) {
    const { url = '', type, length } = found.get(title) ?? {}
    expect([type, length, url.endsWith('.m4a')], title).toEqual(['audio/mp4', content.length, true])
    const { rawPayload, headers } = await app.get(local(url))
    expect([rawPayload.equals(content), headers['content-type']], title).toEqual([true, 'audio/mp4'])
  }
  for (const episode of [free.id, id]) await app.services.catalogue.podcasts.deleteForGood(episode)
})

test('the podcast feed lists all episodes, with the actual length and type of their files', async () => {
  await publish({ title: 'A < B & "C" ]]>\u0007 😀', description: 'One\n\nTwo & <b>three</b>' })
  await publish({ title: 'Second' })
  const { feed, rss } = await readFeed()
  expect(feed.items.map(({ title }) => title)).toEqual(['Second', 'A < B & "C" ]]> 😀'])
  expect(rss.items.map(({ title }) => title)).toEqual(['Second', 'A < B & "C" ]]> 😀'])
  expect(rss.items[1]?.content).toBe('<p>One</p><p>Two &#38; &#60;b&#62;three&#60;/b&#62;</p>')

  for (const { enclosure } of feed.items) {
    const path = local(enclosure.url)
    const head = await app.app.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.headers['content-length'], head.headers['content-type']]).toEqual([
      200,
      String(enclosure.length),
      enclosure.type,
    ])
    const whole = await app.get(path)
    const half = Math.floor(enclosure.length / 2)
    const pieces = await Promise.all([`bytes=0-${half - 1}`, `bytes=${half}-`].map((range) => app.get(path, { range })))
    expect(pieces.map(({ statusCode }) => statusCode)).toEqual([206, 206])
    expect(Buffer.concat(pieces.map(({ rawPayload }) => rawPayload)).equals(whole.rawPayload)).toBe(true)
    expect(whole.rawPayload.length).toBe(enclosure.length)
  }
})

test('the podcast feed contains the owner, a square image and the tags for podcast directories', async () => {
  await store('Tagged')
  const { feed } = await readFeed()
  expect([feed.title, feed.language, feed.author, feed.owner]).toEqual([
    'Lectern Podcasts',
    'en',
    'Lectern',
    { name: 'Lectern', email: 'hello@lectern.example' },
  ])
  expect([feed.explicit, feed.locked, feed.itunesBlock]).toEqual([false, true, false])
  expect(feed.itunesCategory).toEqual(['Religion & Spirituality > Christianity'])
  expect(feed.guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/)
  expect(feed.podcastFunding?.map(({ url }) => url)).toEqual([`${SITE}/bookshop`])
  expect(feed.pubsub?.self).toBe(`${SITE}/podcasts/feed.xml`)
  expect(feed.items[0]?.podcastPeople).toMatchObject([{ name: 'Chiedza Mapfumo', role: 'Host' }])
  const cover = await app.get(local(feed.itunesImage ?? ''))
  const { format, width = 0, height } = await sharp(cover.rawPayload).metadata()
  expect([format, width === height, width >= 1400 && width <= 3000]).toEqual(['jpeg', true, true])
})

test('each category has a podcast feed, and the feed of an unknown category returns 404', async () => {
  await store('On writing')
  const { feed } = await readFeed('/podcasts/feed/book-writing-coaching.xml')
  expect([feed.title, feed.items[0]?.title]).toEqual([expect.stringContaining('Lectern Podcasts: '), 'On writing'])
  const { rss } = await readFeed('/podcasts/feed/teen-coaching.xml')
  expect(rss.items).toEqual([])
  expect(feed.guid).not.toBe((await readFeed()).feed.guid)
  expect((await app.get('/podcasts/feed/nonsense.xml')).statusCode).toBe(404)
})

test('a conditional request for a podcast feed returns 304 until the feed changes', async () => {
  const { response } = await readFeed()
  const { etag = '', 'last-modified': changed = '' } = response.headers as Record<string, string>
  const ask = async (headers: Record<string, string>) => (await app.get('/podcasts/feed.xml', headers)).statusCode
  expect(await ask({ 'if-none-match': etag })).toBe(304)
  expect(await ask({ 'if-modified-since': changed })).toBe(304)
  expect(await ask({ 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBe(200)
  expect(await ask({ 'if-none-match': '"another"', 'if-modified-since': changed })).toBe(200)
  await store('News')
  expect(await ask({ 'if-none-match': etag })).toBe(200)
})

test('a deleted episode is removed from the podcast feed immediately', async () => {
  const { id } = await store('Short-lived')
  expect((await readFeed()).feed.items[0]?.title).toBe('Short-lived')
  await app.send('DELETE', `/api/podcasts/${id}`)
  expect((await readFeed()).feed.items[0]?.title).not.toBe('Short-lived')
})

test('the podcast feed offers only the beginning of a priced episode, even if the episode was free before', async () => {
  const audio = buildAudio({ seconds: 10 })
  const published = await publish({ title: 'Priced', price: '2', audio })
  const before = await publish({ title: 'Free at first', audio: buildAudio({ seconds: 12 }) })
  await app.sendForm('PATCH', `/api/podcasts/${before.id}`, form({ price: '3' }))
  const { response, feed, rss } = await readFeed()
  expect(feed.items.slice(0, 2).map(({ title, duration }) => [title, duration])).toEqual([
    ['Preview: Free at first', 6],
    ['Preview: Priced', 5],
  ])
  expect(rss.items[1]?.content).toContain('Get the whole episode for $2.00')
  const enclosure = feed.items[1]?.enclosure ?? { url: '', length: 0 }
  const heard = await app.get(local(enclosure.url))
  expect([heard.statusCode, heard.headers['content-type'], heard.rawPayload.length]).toEqual([200, 'audio/wav', enclosure.length])
  const whole = Buffer.from(await audio.arrayBuffer())
  expect(heard.rawPayload.length).toBeLessThan(whole.length * 0.51)
  for (const { audioUrl } of [published, before]) {
    expect(response.body).not.toContain(audioUrl)
    expect((await app.get(`/api/media/${audioUrl}`)).statusCode).toBe(403)
  }
})

test('the podcast feed links to the files of chapters and transcripts', async () => {
  const { id } = await store('Spoken in parts')
  const { pool } = app.services.database
  await pool.query(`update podcasts set chapters = '[{"start":0,"title":"Welcome"},{"start":30,"title":"Goodbye"}]' where id = $1`, [id])
  await pool.query(`insert into transcript_cues (podcast_id, position, start_ms, end_ms, text) values ($1, 0, 0, 900, 'Welcome')`, [id])
  await catalogueChanged()
  const [episode] = (await readFeed()).feed.items
  const files = [episode?.podcastChapters, ...(episode?.podcastTranscripts ?? [])]
  // The feed parser uses a nonstandard type for SubRip.
  expect(files.map((file) => file?.type)).toEqual(['application/json+chapters', 'text/vtt', 'application/srt'])
  const found = await Promise.all(files.map((file) => app.get(local(file?.url ?? ''))))
  expect(found.map(({ statusCode, headers }) => [statusCode, String(headers['content-type']).split(';')[0]])).toEqual([
    [200, 'application/json+chapters'],
    [200, 'text/vtt'],
    [200, 'application/x-subrip'],
  ])
})

test('guids of episodes stay unchanged after a new title, a new slug and the move of the site to another domain', async () => {
  const episode = await store('Before')
  for (const { run } of app.services.features.flatMap(({ startupTasks = [] }) => startupTasks)) await run(AbortSignal.timeout(10_000))
  const before = await readFeed()
  await app.sendForm('PATCH', `/api/podcasts/${episode.id}`, form({ title: 'After', slug: 'after' }))

  const moved = await openTestNode(app, { PUBLIC_URL: 'https://moved.example' })
  try {
    const feed = parseFeed((await moved.get('/podcasts/feed.xml')).body)
    expect(feed?.items[0]).toMatchObject({ title: 'After', guid: before.feed.items[0]?.guid, link: 'https://moved.example/podcasts/after' })
    expect(feed?.guid).toBe(before.feed.guid)
  } finally {
    await moved.close()
  }
})

test('the podcast feed of a thousand episodes has pages of less than 1 MB that together contain all episodes', {
  tags: ['full'],
}, async () => {
  const { id } = await storePodcast(app.services, { title: 'Long' })
  await app.services.database.pool.query(
    `insert into podcasts (id, title, host, description, duration, price_minor, categories, cover_id)
     select '7fffffff-0000-7000-8000-' || lpad(number::text, 12, '0'), 'Episode ' || number, host, repeat('Ünder & över. ', 1400), duration, 0, '{Book Writing}', cover_id
     from podcasts, generate_series(1, 1000) as number where id = $1`,
    [id],
  )
  await shareEditions(app.services.database.pool, 'podcast')
  await catalogueChanged()
  const guids = new Set<string>()
  let next: string | undefined = '/podcasts/feed.xml'
  let pages = 0
  while (next) {
    const { body, rawPayload } = await app.get(local(next))
    expect(rawPayload.length).toBeLessThan(1_000_000)
    for (const [, guid = ''] of body.matchAll(/<guid[^>]*>([^<]*)/g)) guids.add(guid)
    next = /<atom:link rel="next"[^>]*href="([^"]*)"/.exec(body)?.[1]
    pages += 1
  }
  const { total } = await app.services.catalogue.podcasts.list({ limit: 1 })
  expect([guids.size, pages]).toEqual([total, Math.ceil(total / 300)])
  expect((await app.get('/podcasts/feed.xml', { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
})

function form(values: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return data
}
