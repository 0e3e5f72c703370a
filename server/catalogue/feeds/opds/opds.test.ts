import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { XMLValidator } from 'fast-xml-parser'
import OPDSParser, {
  NavigationFeed,
  OPDSAcquisitionLink,
  OPDSArtworkLink,
  type OPDSEntry,
  type OPDSFeed,
  PartialOPDSEntry,
} from 'opds-feed-parser'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opdsFeedSchema, opdsPublicationSchema } from '#tests/support/opds-2-schema.ts'
import { buildBookForm, buildImage, buildPdf } from '#tests/support/sample-files.ts'
import { shareEditions } from '#tests/support/share-editions.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const SITE = 'https://books.example'
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
const isFeed = ajv.compile(opdsFeedSchema)
const isPublication = ajv.compile(opdsPublicationSchema)

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL: SITE })
  const coverImage = await buildImage({ width: 400, height: 600 })
  const publish = async (changes: Record<string, string>) => {
    const pdf = await buildPdf({ pages: 8, title: changes.title ?? '' })
    const response = await app.sendForm('POST', '/api/books', await buildBookForm({ coverImage, pdf, ...changes }))
    expect(response.statusCode, response.body).toBe(201)
  }
  await publish({ title: 'Free & <easy>', author: 'Tapiwa Gumbo', price: '0', categories: 'Teen Coaching' })
  await publish({ title: 'Priced', author: 'Chiedza Mapfumo', price: '4.5', categories: 'Ladies Empowerment' })
})
afterAll(() => app.close())

const local = (url: string) => url.replace(SITE, '')

async function readXml<Result extends OPDSFeed | OPDSEntry>(path: string): Promise<Result> {
  const response = await app.get(path)
  expect(response.statusCode, path).toBe(200)
  expect(XMLValidator.validate(response.body)).toBe(true)
  return (await new OPDSParser().parse(response.body)) as Result
}

type Link = { rel: string; href: string; type: string; title?: string; size?: number; properties?: { price?: { value: number } } }
type Publication = { metadata: { title: string }; links: Link[]; images: Link[] }
type Feed = { metadata: { title: string; numberOfItems?: number }; links: Link[]; navigation?: Link[]; publications?: Publication[] }

async function readJson(path: string): Promise<Feed> {
  const response = await app.get(path)
  expect([response.statusCode, response.headers['content-type']], path).toEqual([200, 'application/opds+json; charset=utf-8'])
  const feed = response.json<Feed>()
  isFeed(feed)
  expect(isFeed.errors, path).toBeNull()
  return feed
}

const titlesOf = (feed: Feed) => feed.publications?.map(({ metadata }) => metadata.title)

test('reading apps find all lists from the root of the catalogue, in both versions of OPDS', async () => {
  const root = await readXml<OPDSFeed>('/opds')
  expect(root).toBeInstanceOf(NavigationFeed)
  const lists = Object.fromEntries(root.entries.map(({ title, links }) => [title, links[0]?.href ?? '']))
  const titles = async (url = '') => (await readXml<OPDSFeed>(local(url))).entries.map(({ title }) => title)
  expect(await titles(lists.New)).toEqual(['Priced', 'Free & <easy>'])
  expect(await titles(lists.Free)).toEqual(['Free & <easy>'])
  expect(await titles(lists.Authors)).toEqual(['Chiedza Mapfumo', 'Tapiwa Gumbo'])
  expect(await titles(lists.Categories)).toContain('Teen Coaching')

  const navigation = (await readJson('/opds/v2')).navigation ?? []
  expect(navigation.map(({ title }) => title)).toEqual(Object.keys(lists))
  const found = Object.fromEntries(await Promise.all(navigation.map(async ({ title, href }) => [title, await readJson(local(href))])))
  expect(titlesOf(found.New)).toEqual(['Priced', 'Free & <easy>'])
  expect(titlesOf(found.Free)).toEqual(['Free & <easy>'])
  const [author] = found.Authors.navigation
  expect(titlesOf(await readJson(local(author.href)))).toEqual(['Priced'])
})

test('series and languages are lists of their own in both versions of OPDS, and the books of a series are in their order', async () => {
  const publish = async (changes: Record<string, string>) => {
    const response = await app.sendForm('POST', '/api/books', await buildBookForm(changes))
    expect(response.statusCode, response.body).toBe(201)
    return response.json<{ id: string }>().id
  }
  const rootOf = async () => (await readJson('/opds/v2')).navigation?.map(({ title }) => title)
  expect(await rootOf()).not.toEqual(expect.arrayContaining(['Series']))
  expect(await rootOf()).not.toEqual(expect.arrayContaining(['Languages']))
  const ids = [
    await publish({ title: 'Second', series: 'The Harvest & <after>', seriesNumber: '2', language: 'en-GB' }),
    await publish({ title: 'First', series: 'The Harvest & <after>', seriesNumber: '1', language: 'en' }),
    await publish({ title: 'Chimwe', series: 'Zuva', language: 'sn' }),
  ]
  expect(await rootOf()).toEqual(['New', 'All books', 'Free', 'Categories', 'Languages', 'Authors', 'Series'])

  for (const [path, list, names, books] of [
    ['/series', 'Series', ['The Harvest & <after>', 'Zuva'], ['First', 'Second']],
    ['/languages', 'Languages', ['English', 'Shona'], ['First', 'Second']],
  ] as const) {
    const xml = await readXml<OPDSFeed>(`/opds${path}`)
    expect([xml.title, xml.entries.map(({ title }) => title)]).toEqual([list, names])
    const { navigation = [] } = await readJson(`/opds/v2${path}`)
    expect(navigation.map(({ title }) => title)).toEqual(names)
    const feed = await readJson(local(navigation[0]?.href ?? ''))
    expect([feed.metadata.title, titlesOf(feed)]).toEqual([path === '/series' ? names[0] : 'Books in English', books])
    const entries = (await readXml<OPDSFeed>(local(xml.entries[0]?.links[0]?.href ?? ''))).entries
    expect(entries.map(({ title }) => title)).toEqual(books)
  }
  for (const base of ['/opds', '/opds/v2']) expect((await app.get(`${base}/books?series=nothing`)).statusCode).toBe(404)
  for (const id of ids)
    for (const path of ['books', 'admin/books']) await app.app.inject({ method: 'DELETE', url: `/api/${path}/${id}`, headers: app.bearer })
})

test('persons with their roles, series, language, ISBN, publisher and rights of a book are in both versions of OPDS', async () => {
  const response = await app.sendForm(
    'POST',
    '/api/books',
    await buildBookForm({
      title: 'Danho Rechipiri',
      author: 'Farai Dube',
      language: 'sn',
      series: 'Rwendo',
      seriesNumber: '2',
      isbn: '0-306-40615-2',
      contributors: 'Rudo Moyo (translator); Ada Ncube (author)',
      publisher: 'A Press',
      rights: '© 2024',
      slug: 'danho',
    }),
  )
  expect(response.statusCode, response.body).toBe(201)
  const { authors, contributors, series, unparsed, language, publisher } = await readXml<OPDSEntry>('/opds/books/danho')
  expect(authors.map(({ name }) => name)).toEqual(['Farai Dube', 'Ada Ncube'])
  expect(contributors).toMatchObject([{ name: 'Rudo Moyo', role: 'trl' }])
  expect(series).toMatchObject({ name: 'Rwendo', position: '2' })
  expect([language, publisher]).toEqual(['sn', 'A Press'])
  expect(JSON.stringify(unparsed)).toContain('urn:isbn:9780306406157')

  const publication = (await app.get('/opds/v2/books/danho')).json()
  isPublication(publication)
  expect(isPublication.errors).toBeNull()
  expect(publication.metadata).toMatchObject({
    author: ['Farai Dube', 'Ada Ncube'],
    translator: ['Rudo Moyo'],
    belongsTo: { series: { name: 'Rwendo', position: 2 } },
    language: 'sn',
    publisher: 'A Press',
  })
  await app.services.catalogue.books.deleteForGood(response.json<{ id: string }>().id)
})

test('the whole file of a free book is available in OPDS, with its actual length and type', async () => {
  const { entries } = await readXml<OPDSFeed>('/opds/books?price=free')
  const link = entries[0]?.links.find((one) => one.rel === OPDSAcquisitionLink.OPEN_ACCESS_REL)
  const file = await app.get(local(link?.href ?? ''))
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, link?.type])
  const [{ links = [] } = {}] = (await readJson('/opds/v2/books?price=free')).publications ?? []
  const open = links.find(({ rel }) => rel === OPDSAcquisitionLink.OPEN_ACCESS_REL)
  expect([open?.href, open?.size]).toEqual([link?.href, file.rawPayload.length])
})

test('a priced book in OPDS links to its page in the shop, with its price, and only the first pages are public', async () => {
  const { entries } = await readXml<OPDSFeed>('/opds/books?category=ladies-empowerment')
  const links = entries.flatMap((entry) => entry.links)
  const buy = links.find((link): link is OPDSAcquisitionLink => link.rel === OPDSAcquisitionLink.BUY_REL)
  expect(buy?.href).toBe(`${SITE}/books/priced`)
  expect(buy?.prices).toMatchObject([{ value: '4.50' }])
  // The OPDS parser expects another letter case of `currencycode` than the specification, so the currency is compared as text.
  expect((await app.get('/opds/books?category=ladies-empowerment')).body).toContain('<opds:price currencycode="USD">4.50</opds:price>')
  const sample = links.find(({ rel }) => rel === OPDSAcquisitionLink.SAMPLE_REL)
  expect((await app.get(local(sample?.href ?? ''))).statusCode).toBe(200)
  const { pdfUrl } = (await app.get('/api/books/priced')).json()
  expect(JSON.stringify(entries)).not.toContain(pdfUrl)
  const feed = await readJson('/opds/v2/books?category=ladies-empowerment')
  expect(JSON.stringify(feed)).not.toContain(pdfUrl)
  expect(feed.publications?.[0]?.links.find(({ rel }) => rel.endsWith('/buy'))?.properties?.price?.value).toBe(4.5)
})

test('covers in OPDS are JPEGs, which all reading apps support', async () => {
  const { entries } = await readXml<OPDSFeed>('/opds/books')
  const images = entries[0]?.links.filter((link) => link instanceof OPDSArtworkLink) ?? []
  const widths = []
  for (const { type, href } of images) {
    expect(type).toBe('image/jpeg')
    const cover = await app.get(local(href))
    const { format, width } = await sharp(cover.rawPayload).metadata()
    expect([cover.headers['content-type'], format]).toEqual(['image/jpeg', 'jpeg'])
    widths.push(width)
  }
  expect(widths).toEqual([400, 160])
})

test('the thumbnail of a cover from an earlier version is created in the background', async () => {
  const thumbnails = async () => (await app.get('/opds/books')).body.match(/image\/thumbnail"[^>]*/g)
  const before = await thumbnails()
  const { database, features } = app.services
  await database.pool.query(`delete from media_files where role = 'thumbnail'`)
  for (const { run } of features.flatMap(({ startupTasks = [] }) => startupTasks)) await run(AbortSignal.timeout(60_000))
  const { rows } = await database.pool.query(`select count(*)::int as n from media_files where role = 'thumbnail'`)
  expect(rows).toEqual([{ n: before?.length }])
})

test('the OPDS catalogue can be searched as its search description defines', async () => {
  const description = (await app.get('/opds/search.xml')).body
  expect(XMLValidator.validate(description)).toBe(true)
  const [, template = ''] = /template="([^"]*\/opds\/books[^"]*)"/.exec(description) ?? []
  const found = await readXml<OPDSFeed>(local(template.replace('{searchTerms}', 'easy')))
  expect([found.entries.map(({ title }) => title), found.search.totalResults]).toEqual([['Free & <easy>'], 1])
  expect(titlesOf(await readJson('/opds/v2/books?q=easy'))).toEqual(['Free & <easy>'])
})

test('an OPDS search without results is valid, and links to all books', async () => {
  const empty = await readJson('/opds/v2/books?q=nothing+like+it')
  expect([empty.metadata.numberOfItems, titlesOf(empty)]).toEqual([0, undefined])
  const [all] = empty.navigation ?? []
  expect(titlesOf(await readJson(local(all?.href ?? '')))).toHaveLength(2)
  expect((await readXml<OPDSFeed>('/opds/books?q=nothing+like+it')).entries).toEqual([])
})

test('each list and entry in OPDS has the time of its newest book', async () => {
  const { updatedAt: priced } = (await app.get('/api/books/priced')).json()
  const { updatedAt: free } = (await app.get('/api/books/free-easy')).json()
  const times = async (path: string) => [...(await app.get(path)).body.matchAll(/<updated>([^<]*)/g)].map(([, time]) => time)
  expect(new Set(await times('/opds'))).toEqual(new Set([priced]))
  expect(await times('/opds/authors')).toEqual([priced, priced, free])
  expect(await times('/opds/categories')).toEqual(expect.arrayContaining([priced, free]))
  expect(await times('/opds/books?price=free')).toEqual([free, free])
})

test('an OPDS list contains the beginning of each description, and the document of a book contains the whole description', async () => {
  const { entries } = await readXml<OPDSFeed>('/opds/books?price=free')
  expect(entries[0]).toBeInstanceOf(PartialOPDSEntry)
  const own = entries[0]?.links.find(({ type }) => type?.includes('type=entry'))
  const entry = await readXml<OPDSEntry>(local(own?.href ?? ''))
  expect([entry.title, entry.summary.content]).toEqual(['Free & <easy>', 'A year of small disciplines.'])
  const publication = (await app.get('/opds/v2/books/priced')).json()
  isPublication(publication)
  expect(isPublication.errors).toBeNull()
  expect((await app.get('/opds/books/nonsense')).statusCode).toBe(404)
  expect((await app.get('/opds/books?category=nonsense')).statusCode).toBe(404)
})

test('a long OPDS list is split into pages that together contain each book once', async () => {
  await app.services.database.pool.query(
    `insert into books (id, title, author, description, price_minor, categories, cover_id)
     select '7fffffff-0000-7000-8000-' || lpad(number::text, 12, '0'), 'Book ' || number, 'Author ' || number, repeat('Under & over. ', 50), number % 2, '{Gents Empowerment}', cover_id
     from books, generate_series(1, 250) as number where title = 'Priced'`,
  )
  await shareEditions(app.services.database.pool, 'book')
  await app.services.database.orm.transaction(app.services.catalogueVersion.increment)
  await app.services.catalogueVersion.refresh()
  const all = new Set<string>()
  for (let next: string | undefined = '/opds/books'; next; ) {
    const feed: OPDSFeed = await readXml<OPDSFeed>(local(next))
    for (const { id } of feed.entries) all.add(id)
    next = feed.links.find(({ rel }) => rel === 'next')?.href
  }
  expect(all.size).toBe(252)
  const authors = new Set<string>()
  for (let next: string | undefined = '/opds/v2/authors'; next; ) {
    const feed: Feed = await readJson(local(next))
    for (const { title = '' } of feed.navigation ?? []) authors.add(title)
    next = feed.links.find(({ rel }) => rel === 'next')?.href
  }
  expect(authors.size).toBe(252)
})
