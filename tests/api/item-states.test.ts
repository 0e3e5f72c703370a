import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { ItemState } from '#contracts/catalogue/item-state.ts'
import { isPreviewed, LISTED_STATES, REACHABLE_STATES } from '#contracts/catalogue/item-visibility.ts'
import type { PreviewLink } from '#contracts/site/site-sections.ts'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import { registeredCalls } from '#tests/support/registered-calls.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Every state of an item, including deleted items in the bin */
const STATES = [...ItemState.options, 'bin'] as const
type State = (typeof STATES)[number]
type Sample = { state: State; noun: 'books' | 'podcasts'; title: string; id: string; slug: string; file: string; preview: string | null }

const isListed = (state: State) => state !== 'bin' && LISTED_STATES.includes(state)
const isReachable = (state: State) => state !== 'bin' && REACHABLE_STATES.includes(state)
const WORD = 'almanac'
const CLIENT = 'x'.repeat(32)
const AUTHOR = 'Unheard Author'

let app: TestApp
const samples: Sample[] = []
beforeAll(async () => {
  app = await openTestApp()
  for (const state of STATES) for (const noun of ['books', 'podcasts'] as const) samples.push(await publish(noun, state))
})
afterAll(() => app.close())

/** Stores a priced book or a free episode, and changes its state as an administrator does. */
async function publish(noun: Sample['noun'], state: State, title = `${WORD} ${state} ${noun}`): Promise<Sample> {
  const { services } = app
  const author = isListed(state) ? 'Tapiwa Gumbo' : AUTHOR
  const item = noun === 'books' ? await storeBook(services, { title, author, price: 4.5 }) : await storePodcast(services, { title })
  const file = 'pdfUrl' in item ? item.pdfUrl : item.audioUrl
  const preview = noun === 'books' ? await addPreview(file) : null
  const changes = toForm({
    slug: title.replaceAll(' ', '-'),
    ...(state !== 'bin' && { state }),
    ...(state === 'scheduled' && { publishAt: new Date(Date.now() + 3_600_000).toISOString() }),
    ...(noun === 'podcasts' && { chapters: '0:00 Start', transcript: transcript(title) }),
  })
  const response = await app.sendForm('PATCH', `/api/${noun}/${item.id}`, changes)
  expect(response.statusCode, response.body).toBe(200)
  if (state === 'bin') expect((await app.send('DELETE', `/api/${noun}/${item.id}`)).statusCode).toBe(204)
  return { state, noun, title, id: item.id, slug: response.json<Book>().slug, file, preview }
}

async function addPreview(key: string): Promise<string> {
  const { library, publish } = app.services
  const file = await prepareBytes(randomBytes(500), { folder: library.tempFolder, type: 'application/pdf', role: 'preview' })
  await publish(async ({ transaction, addFile }) => {
    const [row] = await transaction.select().from(mediaFiles).where(eq(mediaFiles.key, key))
    await addFile(row?.assetId ?? '', file)
  })
  return file.key
}

const transcript = (text: string) =>
  new File([`WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n${text}\n`], 'transcript.vtt', { type: 'text/vtt' })

const join = (noun: string, name: string, part: string) => `/api/${noun}/${name}${part && `/${part}`}`

/** Query strings that are sent to every public route without path parameters */
const QUERIES = ['', `q=${WORD}`, 'category=All', `author=${encodeURIComponent(AUTHOR)}`, 'sort=newest', 'page=1', 'limit=1']

/** Returns the URLs of every public GET route, with the values of an item in its path or query. */
function publicUrls({ noun, id, slug, file, preview }: Sample): string[] {
  const values = { page: '1', width: '480', format: 'avif', part: '1', name: 'home', file: 'teen-coaching.xml' }
  const ofItem = [
    { id, slug, key: file },
    { id: slug, slug, key: preview ?? file },
  ].map((own): Record<string, string> => ({ ...values, ...own }))
  const paths = registeredCalls(app)
    .filter((name) => name.startsWith('GET '))
    .map((name) => name.slice('GET '.length))
  const queries = [...QUERIES, `url=${encodeURIComponent(`http://localhost/${noun}/${slug}`)}`]
  return paths.flatMap((path) => {
    if (!path.includes(':')) return queries.map((query) => `${path}?${query}`)
    return ofItem.map((own) => path.replaceAll(/:(\w+)/g, (_, name: string) => own[name] ?? id))
  })
}

test.each(STATES)('no public route shows an item to visitors unless its state allows it: %s', async (state) => {
  const traces = (sample: Sample) => [sample.title, sample.id, sample.file]
  const found = new Set<string>()
  for (const sample of samples.filter((item) => item.state === state)) {
    for (const url of new Set(publicUrls(sample))) {
      const { statusCode, body } = await app.get(url, { 'client-id': CLIENT, host: 'localhost' })
      if (statusCode !== 200) continue
      const namesItem = [sample.id, sample.slug, sample.file, sample.preview].some((value) => value && url.includes(value))
      const isShown = traces(sample).some((trace) => body.includes(trace)) || (namesItem && /^\/api\/media\//.test(url))
      if (!isShown) continue
      found.add(url)
      expect(namesItem ? isReachable(state) : isListed(state), url).toBe(true)
    }
  }
  // Routes must show the items that visitors may see, or the test would prove nothing.
  expect(found.size > 5).toBe(isReachable(state))
  expect(found.size > 40).toBe(isListed(state))
})

/** Opens the preview link of an item in a new browser session, and returns the session's cookie header. */
async function openPreview({ noun, id }: Pick<Sample, 'noun' | 'id'>) {
  const link = await app.send('POST', `/api/admin/${noun}/${id}/preview-link`, {})
  expect(link.statusCode, link.body).toBe(200)
  const opened = await app.send('POST', '/api/site/preview', { token: new URL(link.json<PreviewLink>().url).hash.slice(1) }, {})
  expect(opened.json()).toEqual({ path: `/${noun}/${id}` })
  return { cookie: String(opened.headers['set-cookie']).split(';')[0] ?? '' }
}

test('a preview link shows the page of its item, and no other item and no list', async () => {
  const unpublished = samples.filter(({ state }) => isPreviewed({ state: state as ItemState, deletedAt: null }))
  expect(unpublished).toHaveLength(4)
  for (const sample of unpublished.filter(({ noun, state }) => (noun === 'books') === (state === 'draft'))) {
    const own = await openPreview(sample)
    const found = new Set<string>()
    for (const other of unpublished) {
      for (const url of new Set(publicUrls(other))) {
        const { statusCode, headers, body } = await app.get(url, { 'client-id': CLIENT, host: 'localhost', ...own })
        if (statusCode !== 200 || ![other.title, other.id, other.file].some((trace) => body.includes(trace))) continue
        found.add(url)
        expect(other.id, url).toBe(sample.id)
        expect(headers, url).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      }
    }
    const { noun, id, slug } = sample
    const transcripts = ['vtt', 'srt', 'json'].map((format) => `transcript.${format}`)
    const urls = [id, slug].flatMap((name) => ['', ...(noun === 'podcasts' ? transcripts : [])].map((part) => join(noun, name, part)))
    expect([...found].toSorted()).toEqual(urls.toSorted())
  }
})

test.each(STATES)('only drafts and scheduled items have a preview link: %s', async (state) => {
  for (const { noun, id } of samples.filter((sample) => sample.state === state)) {
    const { statusCode } = await app.send('POST', `/api/admin/${noun}/${id}/preview-link`, {})
    expect(statusCode).toBe(state === 'draft' || state === 'scheduled' ? 200 : 409)
  }
})

describe.each(STATES)('%s', (state) => {
  test('visitors can buy and open an item if its state allows it', async () => {
    for (const { noun, id } of samples.filter((sample) => sample.state === state)) {
      const product = noun === 'books' ? 'book' : 'podcast'
      const body = { productId: id, product, clientId: CLIENT, currency: 'USD', returnUrl: 'http://localhost/' }
      const response = await app.app.inject({ method: 'POST', url: '/api/get-next-action', payload: body, headers: { host: 'localhost' } })
      expect(response.statusCode, response.body).toBe(isReachable(state) ? 200 : 404)
    }
  })

  test('administrators find an item in the list filtered by its state', async () => {
    for (const noun of ['books', 'podcasts']) {
      const titles = async (query: string) =>
        (await app.get(`/api/admin/${noun}?${query}`, app.bearer)).json<{ title: string }[]>().map(({ title }) => title)
      expect(await titles(`state=${state}`)).toEqual([`${WORD} ${state} ${noun}`])
      expect((await titles('')).includes(`${WORD} ${state} ${noun}`)).toBe(state !== 'bin')
    }
  })
})

test("the files of a previewed item open with the grants of the preview's response until the state of the item changes", async () => {
  const book = await publish('books', 'draft', 'Sent for review')
  const episode = await publish('podcasts', 'draft', 'Recorded for review')
  const other = await publish('podcasts', 'scheduled', 'Not sent')
  const view = async (sample: Sample) =>
    (await app.get(`/api/${sample.noun}/${sample.id}`, await openPreview(sample))).json<Record<string, string>>()
  const { pdfUrl, previewUrl = '' } = await view(book)
  const { audioUrl = '' } = await view(episode)
  const status = async (path: string) => (await app.get(`/api/media/${path}`)).statusCode
  const grantOf = (url: string) => url.split('?')[1] ?? ''

  // The file URL has no grant, because the book has not been bought.
  expect(pdfUrl).toBe(book.file)
  expect(previewUrl).toContain(`${book.preview}?grant=`)
  expect((await app.get(`/api/media/${previewUrl}`)).headers['cache-control']).toBe('private, no-store')
  const whole = await app.get(`/api/podcasts/${episode.id}/transcript.vtt?${grantOf(audioUrl)}`)
  expect([whole.statusCode, whole.headers['cache-control']]).toEqual([200, 'private, no-store'])
  const opened = [previewUrl, audioUrl]
  const refused = [
    ...[book.file, book.preview ?? '', episode.file, other.file],
    ...[`${book.file}?${grantOf(previewUrl)}`, `${other.file}?${grantOf(audioUrl)}`],
  ]
  for (const url of opened) expect(await status(url), url).toBe(200)
  for (const url of refused) expect(await status(url), url).toBe(403)
  for (const url of opened) expect(app.logLines.join('\n')).not.toContain(grantOf(url))

  for (const { noun, id } of [book, episode])
    expect((await app.sendForm('PATCH', `/api/${noun}/${id}`, toForm({ state: 'withdrawn' }))).statusCode).toBe(200)
  for (const url of [...opened, ...refused]) expect(await status(url), url).toBe(403)
})
