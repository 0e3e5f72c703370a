import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NextPodcast, Podcast } from '#contracts/catalogue/podcast.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { buildAudio, buildImage, buildPdf, buildPodcastForm } from '#tests/support/sample-files.ts'
import { storedKeys, storePodcast, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let coverImage: Blob
beforeAll(async () => {
  app = await openTestApp()
  coverImage = await buildImage({ width: 40, height: 40 })
})
afterAll(() => app.close())

const send = async (changes: Record<string, string | Blob | undefined> = {}) =>
  app.sendForm('POST', '/api/podcasts', await buildPodcastForm({ coverImage, ...changes }))

async function publish(changes: Record<string, string | Blob | undefined> = {}): Promise<Podcast> {
  const response = await send(changes)
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

test('the next episode is the first later episode in any of the given categories', async () => {
  const next = async (id: string, category: string) =>
    (await app.get(`/api/podcasts/${id}/next?category=${encodeURIComponent(category)}`)).json<NextPodcast>().next?.title
  const first = await publish({ title: 'First steps', categories: 'Gents Empowerment' })
  await publish({ title: 'Of another program', categories: 'Teen Coaching' })
  const second = await publish({ title: 'Second steps', categories: 'Teen Coaching,Gents Empowerment' })
  expect(await next(first.id, 'Gents Empowerment')).toBe('Second steps')
  expect(await next(first.id, 'Teen Coaching,Personal Development')).toBe('Of another program')
  expect(await next(second.id, 'Gents Empowerment')).toBeUndefined()
  await app.send('DELETE', `/api/podcasts/${first.id}`)
  expect((await app.get(`/api/podcasts/${first.id}/next`)).statusCode).toBe(410)
})

function change(id: string, values: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) typeof value === 'string' ? form.set(name, value) : form.set(name, value, name)
  return app.sendForm('PATCH', `/api/podcasts/${id}`, form)
}

test('a published episode is listed first with all its fields, and its recording can be read by range', async () => {
  const audio = buildAudio({ seconds: 3 })
  const episode = await publish({ title: 'Newest', price: undefined, categories: 'teen coaching,Personal Development', audio })
  expect(episode).toMatchObject({
    title: 'Newest',
    host: 'Chiedza Mapfumo',
    duration: '45:30',
    price: 0,
    categories: ['Teen Coaching', 'Personal Development'],
    audioType: 'audio/wav',
    audioBytes: audio.size,
  })
  expect(episode).toMatchObject((await app.get('/api/podcasts')).json<Podcast[]>()[0] ?? {})
  expect((await app.get(`/api/podcasts/${episode.id}`)).json()).toEqual(episode)
  expect(episode.audioUrl).toMatch(/^[0-9a-f]{64}\.wav$/)
  const probe = await app.get(`/api/media/${episode.audioUrl}`, { range: 'bytes=0-1' })
  expect([probe.statusCode, probe.headers['content-type'], probe.body]).toEqual([206, 'audio/wav', 'RI'])
  expect((await app.get(`/api/media/${episode.coverImage}`)).headers['content-type']).toBe('image/webp')
})

test('a search for episodes matches title and category together', async () => {
  await publish({ title: 'Smoke and honey', categories: 'Ladies Empowerment' })
  const found = (await app.get('/api/podcasts?q=honey%20LADIES')).json<Podcast[]>()
  expect(found.map(({ title }) => title)).toContain('Smoke and honey')
})

test('the recording provides the duration if the form has none, and a new recording updates the duration', async () => {
  const episode = await publish({ duration: '', audio: buildAudio({ seconds: 75 }) })
  expect(episode.duration).toBe('1:15')
  const changed = (await change(episode.id, { audio: buildAudio({ seconds: 5 }) })).json<Podcast>()
  expect(changed.duration).toBe('0:05')
  expect(changed.audioUrl).not.toBe(episode.audioUrl)
  expect((await app.get(`/api/media/${episode.audioUrl}`)).statusCode).toBe(403)
  expect((await change(episode.id, { duration: '1:02:30' })).json<Podcast>().duration).toBe('1:02:30')
})

test.each(['0:05', '45:30', '120:00', '1:02:30'])('the episode duration %s is accepted', async (duration) => {
  const { id } = await storePodcast(app.services)
  expect((await change(id, { duration })).json<Podcast>().duration).toBe(duration)
})

test.each(['45', '1:75', '1:2', ':30', '1:60:00', '-1:00', 'an hour', '0:00:00:00'])(
  'the episode duration %s is refused with an error on its field',
  async (duration) => {
    const response = await send({ duration })
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map((error) => error.field)).toEqual(['duration'])
  },
)

test('an episode without a known category is refused', async () => {
  for (const categories of ['Poetry', 'All', 'Teen Coaching,Poetry', ''])
    expect((await send({ categories })).json<Problem>().errors?.[0]?.field, categories).toBe('categories')
})

test('missing fields of a new episode are all reported in one response', async () => {
  const response = await app.sendForm('POST', '/api/podcasts', new FormData())
  expect(response.statusCode).toBe(400)
  const fields = response.json<Problem>().errors?.map((error) => error.field)
  expect(fields).toEqual(['title', 'host', 'categories', 'description', 'coverImage', 'audio'])
})

test('a file that is not a recording is refused, and no file is stored', async () => {
  const before = await storedKeys(app.services)
  const { total } = await app.services.catalogue.podcasts.list({ limit: 1 })
  for (const [audio, status] of [
    [await buildPdf(), 415],
    [new File(['ID3\u0004 and then nothing'], 'broken.mp3'), 400],
    [new File([new Uint8Array(await buildAudio().arrayBuffer()).slice(0, 44)], 'silent.wav'), 400],
  ] as const) {
    const response = await send({ audio })
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json<Problem>().errors?.[0]?.field).toBe('audio')
  }
  expect(await storedKeys(app.services)).toEqual(before)
  expect(await temporaryFiles(app.services)).toEqual([])
  expect((await app.services.catalogue.podcasts.list({ limit: 1 })).total).toBe(total)
})

test('setting a price protects the recording, and removing the price makes the recording public', async () => {
  const { id, audioUrl } = await storePodcast(app.services)
  const statusNow = async () => (await app.get(`/api/media/${audioUrl}`)).statusCode
  expect(await statusNow()).toBe(200)
  expect((await change(id, { price: '2.50' })).json<Podcast>().price).toBe(2.5)
  expect(await statusNow()).toBe(403)
  await change(id, { price: '-1' })
  expect(await statusNow()).toBe(200)
})

test('changing one field of an episode leaves the other fields and the files unchanged', async () => {
  const { id } = await storePodcast(app.services)
  const before = (await app.get(`/api/podcasts/${id}`)).json<Podcast>()
  const response = await change(id, { host: 'Another Host' })
  expect(response.json()).toMatchObject({ ...before, host: 'Another Host', updatedAt: expect.any(String) })
})

test('a deleted episode is gone, and its files are deleted when the episode is deleted for good', async () => {
  const episode = await storePodcast(app.services)
  expect((await app.send('DELETE', `/api/podcasts/${episode.id}`)).statusCode).toBe(204)
  expect((await app.send('DELETE', `/api/podcasts/${episode.id}`)).statusCode).toBe(404)
  expect((await app.get(`/api/podcasts/${episode.id}`)).statusCode).toBe(410)
  expect((await change(episode.id, { title: 'x' })).statusCode).toBe(404)
  expect(await storedKeys(app.services)).toContain(episode.audioUrl)
  expect((await app.send('DELETE', `/api/admin/podcasts/${episode.id}`)).statusCode).toBe(204)
  expect(await storedKeys(app.services)).not.toContain(episode.audioUrl)
})

test('the list of episodes can be filtered by text and several categories, and is paged', async () => {
  for (let number = 0; number < 5; number++) await storePodcast(app.services, { title: `Harvest ${number}` })
  const first = await app.get('/api/podcasts?q=harveest&category=Book%20Writing,Teen%20Coaching&limit=2')
  expect(first.headers['x-total-count']).toBe('5')
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await app.get(next)
  const titles = [first, second].flatMap((page) => page.json<Podcast[]>().map((episode) => episode.title))
  expect(titles).toEqual(['Harvest 4', 'Harvest 3', 'Harvest 2', 'Harvest 1'])
  expect((await app.get('/api/podcasts?q=harvest&category=Teen%20Coaching')).json()).toEqual([])
})
