import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { SearchResult, SearchResults } from '#contracts/catalogue/search.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Words that occur only on pages for buyers */
const HIDDEN = ['quagga', 'zorilla', 'bontebok', 'aardwolf', 'sungazer', 'nyala', 'caracal', 'pangolin', 'springhare', 'oribi']
/** Words in the public preview of the priced book; some of them also occur on pages for buyers */
const SHOWN = ['river', 'lantern', 'harvest', 'bridge']
/** Number of runs of the property test, which `npm run fuzz` raises. */
const RUNS = longRuns(300)

let app: TestApp
let free: Book
let priced: Book
beforeAll(async () => {
  app = await openTestApp()
  free = await storeBook(app.services, { title: 'A free shelf' })
  priced = await storeBook(app.services, { title: 'A priced shelf', price: 5 })
  await addPages(free.pdfUrl, ['Nothing yet.', 'The ford lies upstream of the acacia.', 'An acacia, two acacias.', ...acacias(6)])
  const preview = [`A ${SHOWN.join(', a ')}.`, 'Nobody knew the harvest.']
  await addPreview(priced, preview)
  await addPages(priced.pdfUrl, [...preview, ...hiddenPages(13), 'The lantern of the quagga.'])
})
afterAll(() => app.close())

const acacias = (count: number) => Array.from({ length: count }, () => 'Acacia.')
const hiddenPages = (count: number) => Array.from({ length: count }, (_, page) => `${HIDDEN.join(` ${page} `)} sits by the river ${page}.`)

/** Stores the page texts of a file, as the text extraction does. */
async function addPages(fileKey: string, pages: string[]) {
  const { orm } = app.services.database
  await orm.execute(sql`
    insert into book_page_sets (file_key, asset_id, edition, state, sizes, outline, has_text)
    select key, asset_id, 1, 'complete', '[]', '[]', true from media_files where key = ${fileKey} limit 1`)
  await orm.execute(sql`
    insert into page_texts (file_key, page, content, runs, direction)
    select ${fileKey}, page, content, '[]', 'ltr' from unnest(${sql.param(pages)}::text[]) with ordinality as each (content, page)`)
}

async function addPreview(book: Book, pages: string[]) {
  const key = `${'0'.repeat(63)}1.pdf`
  await app.services.database.orm.execute(sql`
    insert into media_files (asset_id, key, role, type, bytes, audience)
    select asset_id, ${key}, 'preview', 'application/pdf', 1, 'public' from editions where item_id = ${book.id}`)
  await addPages(key, pages)
}

async function search(q: string): Promise<SearchResults> {
  const response = await app.get(`/api/search?q=${encodeURIComponent(q)}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const find = async (q: string, book: Book) => (await search(q)).results.find(({ id }) => id === book.id)
const pagesOf = (result: SearchResult | undefined) => result?.places.map(({ at }) => at)

describe('search in a free book', () => {
  test('search in a free book returns excerpts of the best pages and counts the other matching pages', async () => {
    const found = await find('acacia', free)
    expect(pagesOf(found)).toHaveLength(3)
    expect(found).toMatchObject({ more: 5, hasHidden: false })
    expect(found?.places.find(({ at }) => at === 3)?.text).toEqual(['… ', 'acacia', ', two ', 'acacias', ' …'])
  })

  test('search in a free book matches a quoted phrase only in its word order, and unquoted words in any order', async () => {
    expect(pagesOf(await find('"upstream of the acacia"', free))).toEqual([2])
    expect(await find('"acacia of the upstream"', free)).toBeUndefined()
    expect(pagesOf(await find('acacia ford', free))).toEqual([2])
    expect(pagesOf(await find('ford or nothing', free))).toEqual([1, 2])
  })
})

describe('search in a priced book', () => {
  test('search in a priced book returns excerpts of the preview’s pages, and rounds down the number of other matching pages', async () => {
    expect(await find('river', priced)).toMatchObject({ places: [{ at: 1 }], more: 10, hasHidden: true })
    expect(await find('harvest', priced)).toMatchObject({ places: [{ at: 1 }, { at: 2 }], more: 0 })
    expect(await find('lantern', priced)).toMatchObject({ places: [{ at: 1 }], more: 1, hasHidden: true })
  })

  test('search in a priced book counts pages with a word that only buyers can read, without an excerpt', async () => {
    expect(await find('quagga', priced)).toMatchObject({
      places: [],
      more: 10,
      hasHidden: true,
      snippet: ['A year of small disciplines.'],
    })
  })

  test('search in a priced book counts no hidden pages for a quoted phrase, an exclusion, an alternative or four words', async () => {
    for (const q of ['"lantern of the quagga"', '"quagga"  zorilla -acacia', 'quagga or nothing', 'quagga zorilla bontebok aardwolf'])
      expect(await find(q, priced), q).toBeUndefined()
    expect(await find('quagga zorilla bontebok', priced)).toMatchObject({ more: 10 })
  })

  test('search in a book returns excerpts while the book is free, and hides them after the book gets a price again', async () => {
    const setPrice = (price: string) => app.sendForm('PATCH', `/api/books/${priced.id}`, toForm({ price }))
    expect((await setPrice('0')).statusCode).toBe(200)
    expect(await find('quagga', priced)).toMatchObject({ more: 11, hasHidden: false })
    await setPrice('5')
    expect(await find('quagga', priced)).toMatchObject({ places: [], more: 10, hasHidden: true })
  })
})

/** Generator of query words for an attacker who wants to read hidden pages. */
const word = fc.oneof(
  fc.constantFrom(...HIDDEN, ...SHOWN),
  fc.constantFrom(...HIDDEN).chain((hidden) => fc.integer({ min: 1, max: hidden.length }).map((length) => hidden.slice(0, length))),
  fc.constantFrom(...HIDDEN).map((hidden) => `${hidden.slice(0, -1)}x`),
  fc.constantFrom('sits by', 'the', 'or', '-', '*', ':*', '%', '_', '<->', '"', "'", '&', '|', '!', '(', ')', '\\'),
  fc.string({ maxLength: 5 }),
)
const query = fc
  .array(fc.tuple(fc.constantFrom('', '-', '"', 'or '), word, fc.constantFrom('', '"', '*', ':*')), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map((part) => part.join('')).join(' '))
  .filter((q) => q.length <= 200)

test('no search response contains a word that only buyers can read', { tags: ['property'] }, async () => {
  await fc.assert(
    fc.asyncProperty(query, async (q) => {
      const answer = (await app.get(`/api/search?q=${encodeURIComponent(q)}`)).body.toLowerCase()
      expect(HIDDEN.filter((hidden) => answer.includes(hidden))).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test('the order of words in a search query reveals nothing about hidden pages', async () => {
  const words = fc.shuffledSubarray([...HIDDEN, ...SHOWN], { minLength: 2, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(words, async (some) => {
      const [one, other] = await Promise.all([find(some.join(' '), priced), find(some.toReversed().join(' '), priced)])
      expect([other?.more, pagesOf(other)]).toEqual([one?.more, pagesOf(one)])
    }),
    { numRuns: 30 },
  )
})
