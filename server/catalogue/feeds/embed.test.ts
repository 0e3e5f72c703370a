import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const SITE = 'https://books.example'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL: SITE })
})
afterAll(() => app.close())

const oembed = (url: string, query = '') => app.get(`/oembed?url=${encodeURIComponent(url)}${query}`)

test('oEmbed returns the embedded player for the URL of an episode, as JSON or XML', async () => {
  const { slug } = await storePodcast(app.services, { title: 'A "quoted" <title>' })
  const json = (await oembed(`${SITE}/podcasts/${slug}`)).json()
  expect(json).toMatchObject({ version: '1.0', type: 'rich', title: 'A "quoted" <title>', author_name: 'Chiedza Mapfumo', width: 640 })
  expect(json.html).toContain(`src="${SITE}/embed/podcasts/${slug}"`)
  expect(json.html).not.toContain('<title>')
  const xml = new XMLParser({ processEntities: true }).parse((await oembed(`${SITE}/podcasts/${slug}`, '&format=xml')).body)
  expect(xml.oembed).toMatchObject({ type: 'rich', html: json.html })
  expect((await oembed(`${SITE}/podcasts/${slug}`, '&maxwidth=320')).json()).toMatchObject({ width: 320 })
})

test('oEmbed returns nothing larger than asked for', async () => {
  const { slug } = await storePodcast(app.services, { title: 'Small' })
  const book = await storeBook(app.services)
  const rooms = [
    [320, 184],
    [320, 100],
    [120, 400],
    [2000, 2000],
    [10, 10],
  ] as const
  const types = []
  for (const [width, height] of rooms)
    for (const path of [`podcasts/${slug}`, `books/${book.slug}`]) {
      const found = (await oembed(`${SITE}/${path}`, `&maxwidth=${width}&maxheight=${height}`)).json()
      for (const name of ['width', 'thumbnail_width']) expect(found[name] ?? 0, name).toBeLessThanOrEqual(width)
      for (const name of ['height', 'thumbnail_height']) expect(found[name] ?? 0, name).toBeLessThanOrEqual(height)
      if (path.startsWith('podcasts')) types.push(found.type)
    }
  expect(types).toEqual(['rich', 'link', 'link', 'rich', 'link'])
})

test('a slash at the end of a feed’s address leads to the feed, with its query', async () => {
  const paths = ['/feed.xml', '/opds', '/opds/v2', '/opds/books', '/opds/v2/authors', '/opds/search.xml', '/podcasts/feed.xml', '/oembed']
  for (const path of paths) {
    const { statusCode, headers } = await app.get(`${path}/?q=a%20b`)
    expect([path, statusCode, headers.location]).toEqual([path, 308, `${path}?q=a%20b`])
  }
  expect((await app.get('/opds/books/sow/')).headers.location).toBe('/opds/books/sow')
})

test('oEmbed describes a book as a link, and returns 404 for other sites, other pages and unknown books', async () => {
  const { slug } = await storeBook(app.services)
  expect((await oembed(`${SITE}/books/${slug}`)).json()).toMatchObject({
    type: 'link',
    title: 'Sow in Season',
    author_name: 'Tapiwa Gumbo',
  })
  expect((await oembed(`https://elsewhere.example/books/${slug}`)).statusCode).toBe(404)
  expect((await oembed(`${SITE}/bookshop`)).statusCode).toBe(404)
  expect((await oembed(`${SITE}/books/nonsense`)).statusCode).toBe(404)
  expect((await oembed(`${SITE}/books/%E0%A4%A`)).statusCode).toBe(404)
  expect((await oembed(`${SITE}/books/${slug}`, '&format=yaml')).statusCode).toBe(501)
})

test('only the embedded player may be framed, and the player runs no script and sets no cookie', async () => {
  const { slug, audioUrl } = await storePodcast(app.services, { title: 'Framed <b>' })
  const { headers, body, statusCode } = await app.get(`/embed/podcasts/${slug}`)
  expect([statusCode, headers['x-frame-options'], headers['set-cookie']]).toEqual([200, undefined, undefined])
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors \*/)
  expect(headers['content-security-policy']).not.toContain('script-src')
  expect(body).not.toContain('<script')
  expect(body).not.toContain('<b>')
  expect(body).toContain(`src="${SITE}/api/media/${audioUrl}"`)
  for (const path of ['/feed.xml', '/opds', '/api/podcasts'])
    expect((await app.get(path)).headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
})

test('the embedded player of a priced episode displays the price and does not contain the recording', async () => {
  const { slug, audioUrl } = await storePodcast(app.services, { title: 'Priced', price: 2 })
  const { body } = await app.get(`/embed/podcasts/${slug}`)
  expect(body).toContain('Get the whole episode for $2.00')
  expect(body).not.toContain(audioUrl)
})

test('the embedded player of a deleted episode returns 410 with a message', async () => {
  const { id, slug } = await storePodcast(app.services, { title: 'Removed' })
  await app.send('DELETE', `/api/podcasts/${id}`)
  const { statusCode, body, headers } = await app.get(`/embed/podcasts/${slug}`)
  expect([statusCode, headers['content-security-policy']]).toEqual([410, expect.stringContaining('frame-ancestors *')])
  expect(body).toContain('This episode is no longer available')
})
