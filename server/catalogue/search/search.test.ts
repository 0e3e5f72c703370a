import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { SearchResult, SearchResults } from '#contracts/catalogue/search.ts'
import { buildAudio, buildAuthorForm, buildBookForm, buildImage, buildPodcastForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let picture: Blob
beforeAll(async () => {
  app = await openTestApp()
  picture = await buildImage({ width: 40, height: 40 })
  await Promise.all([
    publish('books', await buildBookForm({ coverImage: picture, title: 'The Quiet Father', author: 'Tapiwa Gumbo', description: WELLS })),
    publish(
      'books',
      await buildBookForm({ coverImage: picture, title: 'Café au lait', author: 'Zoë Sibanda', description: 'On fathers, once.' }),
    ),
    publish('authors', await buildAuthorForm({ name: 'Tapiwa Gumbo', bio: 'Digs wells near Gweru.', photo: picture })),
    publish('podcasts', await buildPodcastForm({ coverImage: picture, title: 'Letters home', price: '0', transcript: SPOKEN })),
    publish(
      'podcasts',
      await buildPodcastForm({
        coverImage: picture,
        title: 'Priced letters',
        price: '3',
        audio: buildAudio({ seconds: 50 }),
        transcript: PRICED,
      }),
    ),
  ])
})
afterAll(() => app.close())

const WELLS = 'How a man who seldom speaks teaches his sons to dig wells.'
const SPOKEN = new File(
  [
    'WEBVTT\n\n00:01.000 --> 00:05.000\nGood morning to all\n\n00:26.000 --> 00:29.000\nwhoever plants\n\n00:29.000 --> 00:33.000\na baobab will not sit under it',
  ],
  'talk.vtt',
)
const PRICED = new File(
  ['WEBVTT\n\n00:01.000 --> 00:05.000\nA marula tree\n\n00:26.000 --> 00:30.000\nand its hidden jackalberry'],
  'talk.vtt',
)

async function publish(path: string, form: FormData) {
  const response = await app.sendForm('POST', `/api/${path}`, form)
  expect(response.statusCode, response.body).toBe(201)
  return response.json<Book>()
}

async function search(q: string, more = ''): Promise<SearchResults> {
  const response = await app.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const textOf = (pieces: string[]) => pieces.join('')
const marked = (pieces: string[]) => pieces.filter((_, index) => index % 2 === 1)
const titles = ({ results }: SearchResults) => results.map(({ title }) => textOf(title))
const only = ({ results }: SearchResults) => results[0] as SearchResult

describe('a search finds', () => {
  test('a search lists books with the word in the title before books with the word in the description, in any inflection', async () => {
    const found = await search('fathers', '&kind=book')
    expect(titles(found)).toEqual(['The Quiet Father', 'Café au lait'])
    expect(found).toMatchObject({ total: 2, nextPage: null, suggestion: null })
    expect(only(found)).toMatchObject({ kind: 'book', by: 'Tapiwa Gumbo', path: '/books/the-quiet-father', price: 0, places: [], more: 0 })
    expect(marked(only(found).title)).toEqual(['Father'])
  })

  test('a search finds accented texts by unaccented words, and highlights the accented words', async () => {
    const found = await search('cafe zoe')
    expect(titles(found)).toEqual(['Café au lait'])
    expect(marked(only(found).title)).toEqual(['Café'])
    expect(titles(await search('ZOË CAFÉ'))).toEqual(['Café au lait'])
  })

  test('a search finds authors and books together', async () => {
    const found = await search('wells gweru or seldom')
    expect(found.results.map(({ kind }) => kind).toSorted()).toEqual(['author', 'book'])
    expect(textOf(only(await search('wells', '&kind=author')).snippet)).toBe('Digs wells near Gweru.')
    expect(marked(only(await search('wells', '&kind=author')).snippet)).toEqual(['wells'])
  })

  test('a search finds names despite a typing mistake', async () => {
    expect(titles(await search('quiet fahter'))).toContain('The Quiet Father')
  })

  test('a search finds words in a transcript, with the second of the first matching cue', async () => {
    const found = await search('plants baobab')
    expect(only(found)).toMatchObject({ kind: 'podcast', path: '/podcasts/letters-home', places: [{ at: 26 }] })
    expect(marked(only(found).places[0]?.text ?? [])).toEqual(['plants', 'baobab'])
    expect(only(await search('sit under it')).places).toMatchObject([{ at: 29 }])
  })

  test('a search in a priced episode finds only words in the preview', async () => {
    expect(titles(await search('marula'))).toEqual(['Priced letters'])
    expect((await search('jackalberry')).results).toEqual([])
  })

  test('a search finds programs, questions and services of the site', async () => {
    expect(only(await search('couples preparing for marriage'))).toMatchObject({ kind: 'program', path: '/programs/relationship-coaching' })
    expect(only(await search('"sell printed copies"'))).toMatchObject({ kind: 'question', path: '/bookshop#questions', price: null })
    expect(only(await search('proofreading', '&kind=service'))).toMatchObject({ path: '/publishing#services', by: null, picture: null })
  })
})

describe('search for whole words of names', () => {
  const bookForm = async (title: string) => buildBookForm({ coverImage: picture, title, author: 'Farai Dube', description: 'On trade.' })
  beforeAll(async () => {
    for (const title of ['The Market at Dawn', 'Marketing for Widows', 'Printing a City'] as const)
      await publish('books', await bookForm(title))
  })

  test.each([
    ['market', 'The Market at Dawn'],
    ['MARKETING', 'Marketing for Widows'],
    ['printing', 'Printing a City'],
    ['dawn market', 'The Market at Dawn'],
  ])('names with the searched words come before other inflections and before texts of the site: %s', async (q, title) => {
    const found = await search(q)
    expect(titles(found)[0]).toBe(title)
    expect(found.results.length).toBeGreaterThan(q.includes(' ') ? 0 : 1)
  })

  test.each(['markt at dwan', 'mraket atdawn', 'themarket atdawn', 'mar ket dawn', 'market at down', 'MRKET DAWN'])(
    'names are found or suggested despite misspellings and missing spaces: %s',
    async (q) => {
      const found = await search(q, '&kind=book')
      expect(titles(found.suggestion ? await search(found.suggestion, '&kind=book') : found)[0]).toBe('The Market at Dawn')
    },
  )
})

test('quoted words must be adjacent in search results, a minus excludes words, and "or" separates alternatives', async () => {
  expect(titles(await search('"quiet father"'))).toEqual(['The Quiet Father'])
  expect(titles(await search('"father quiet"', '&kind=book'))).not.toContain('Café au lait')
  expect(titles(await search('fathers -wells', '&kind=book'))).toEqual(['Café au lait'])
  expect(titles(await search('café or wells', '&kind=book')).toSorted()).toEqual(['Café au lait', 'The Quiet Father'])
})

describe('search by subject', () => {
  beforeAll(async () => {
    await publish('books', await buildBookForm({ coverImage: picture, title: 'Two Rings', categories: 'Relationship Coaching' }))
    const form = await buildBookForm({ coverImage: picture, title: 'Maize and Beans', categories: 'Book Writing' })
    form.set('subjects', 'food security, Hunger, hunger')
    await publish('books', form)
  })
  const list = async (q: string) => (await app.get(`/api/books?${new URLSearchParams({ q })}`)).json<Book[]>().map(({ title }) => title)

  test.each(['weddings', 'a book for my wife'])('a search for a subject of a category finds its books: %s', async (q) => {
    expect(titles(await search(q, '&kind=book'))).toContain('Two Rings')
    expect(await list(q)).toContain('Two Rings')
    expect(titles(await search(q, '&kind=book'))).not.toContain('Maize and Beans')
  })

  test('a search for a subject of a book finds the book, and the subjects are stored once each', async () => {
    expect(titles(await search('hunger', '&kind=book'))).toEqual(['Maize and Beans'])
    expect(await list('hunger')).toEqual(['Maize and Beans'])
    const [book] = (await app.get('/api/books?q=hunger')).json<Book[]>()
    expect(book?.subjects).toEqual(['food security', 'Hunger'])
  })

  test('a search whose words no item has together returns items with some of them, without a spelling suggestion', async () => {
    const found = await search('hunger zzxxqq', '&kind=book')
    expect(found).toMatchObject({ matchesAny: true, suggestion: null })
    expect(titles(found)).toEqual(['Maize and Beans'])
    expect((await search('hunger', '&kind=book')).matchesAny).toBe(false)
    expect((await search('"hunger zzxxqq"', '&kind=book')).results).toEqual([])
  })

  test('a list of books can be limited to ids', async () => {
    const [book] = (await app.get('/api/books?q=hunger')).json<Book[]>()
    expect((await app.get(`/api/books?ids=${book?.id},unknown`)).json<Book[]>().map(({ id }) => id)).toEqual([book?.id])
    expect((await app.get(`/api/books?ids=${'x,'.repeat(24)}`)).statusCode).toBe(400)
  })
})

test('a search without results suggests a spelling that has results', async () => {
  expect(await search('seldm', '&kind=book')).toMatchObject({ results: [], total: 0, suggestion: 'seldom' })
  expect(await search('zzxxqq')).toMatchObject({ results: [], suggestion: null })
  expect(await search('"seldm"', '&kind=book')).toMatchObject({ results: [], suggestion: null })
})

test.each(['', ' ', '%', '-', '"', "'", '\\', ':*', '& | !', '<->', '-wells', 'the', "') or 1=1", '\u0000', '!!!', 'a'.repeat(200)])(
  'a search for %j succeeds',
  async (q) => {
    const { results } = await search(q)
    expect(results.length).toBeLessThanOrEqual(12)
  },
)

test('a search with an overlong query, an unknown kind or a page out of range is refused', async () => {
  for (const query of [`q=${'a'.repeat(201)}`, 'q=a&kind=chapter', 'q=a&page=0', 'q=a&page=21', 'q=a&page=x'])
    expect((await app.get(`/api/search?${query}`)).statusCode, query).toBe(400)
})

describe('a long list of search results', () => {
  beforeAll(async () => {
    for (let number = 0; number < 15; number++)
      await publish('authors', await buildAuthorForm({ name: `Mukanya ${number}`, bio: 'A clan.', photo: picture }))
  })

  test('a long list of search results is returned in pages without repetitions', async () => {
    const first = await search('mukanya')
    const second = await search('mukanya', '&page=2')
    expect([first.results.length, first.total, first.nextPage]).toEqual([12, 15, 2])
    expect([second.results.length, second.total, second.nextPage]).toEqual([3, 15, null])
    expect(new Set([...first.results, ...second.results].map(({ id }) => id)).size).toBe(15)
  })

  test('search results are cached from the second request on, until the catalogue changes or five minutes pass', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const hits = () => app.services.responseCache.counts().hits
    await search('mukanya clan')
    await search('mukanya clan')
    const before = hits()
    const third = await app.get('/api/search?q=mukanya%20clan')
    expect(hits()).toBe(before + 1)
    expect((await app.get('/api/search?q=mukanya%20clan', { 'if-none-match': String(third.headers.etag) })).statusCode).toBe(304)
    vi.setSystemTime(Date.now() + 5 * 60_000)
    await search('mukanya clan')
    expect(hits()).toBe(before + 2)
    await publish('authors', await buildAuthorForm({ name: 'Mukanya the last', bio: 'A clan.', photo: picture }))
    expect((await search('mukanya clan')).total).toBe(16)
  })
})
