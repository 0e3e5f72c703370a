import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import { askForGrant, editGrant, entitle } from '#tests/support/entitle.ts'
import { addMadeEpub } from '#tests/support/made-epubs.ts'
import { addMadePages, addPreviewFile, imageKeyOf } from '#tests/support/made-pages.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Paths of all routes that serve a book's file or data derived from the file. A test compares them with the routes of the app. */
const ROUTES: ((page: number, word: string) => string)[] = [
  () => '',
  () => '/pages',
  (page) => `/pages/${page}/text`,
  (page) => `/pages/${page}/480.avif`,
  (_, word) => `/pages/search?q=${word}`,
  (page) => `/pages/places?page=${page}`,
  () => '/pages/flow',
  (page) => `/pages/flow/${page}`,
  (_, word) => `/pages/images/${imageKeyOf(word)}`,
  () => EPUB,
]

const EPUB = '/book.epub'

/** Routes below the address of a file that serve only recordings */
const OF_RECORDINGS = ['/light', '/podcast.m4a']

/** Number of generated libraries, which `npm run fuzz` raises. */
const LIBRARIES = Math.ceil(longRuns(250) / 10)
const TIMEOUT_MS = 300_000 + LIBRARIES * 3000
const READERS = 3
const HOUR_MS = 3_600_000

type Reader = { clientId: string; kept: { key: string; grant: string }[] }
type Book = {
  id: string
  key: string
  previewKey: string
  price: number
  pages: string[]
  shown: number
  hasEpub: boolean
  owners: Set<Reader>
}

let app: TestApp
let laterMs = 0
beforeAll(async () => {
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() + laterMs)
  app = await openTestApp({ LOG_LEVEL: 'info' })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})

/** Returns a word that occurs nowhere else, that no stemmer shortens and that is not part of another word. */
const newWord = () => `zq${Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 20))).join('')}`
const contentOf = (pages: string[]) => Buffer.from(`%PDF ${pages.join(' PAGE ')} END`)

async function publish({ price, pageCount, shown }: { price: number; pageCount: number; shown: number }): Promise<Book> {
  const { services } = app
  const pages = Array.from({ length: pageCount }, newWord)
  const { id, pdfUrl: key } = await storeBook(services, { title: 'A shelf of books', price, content: contentOf(pages) })
  const previewKey = await addPages(id, key, pages, shown)
  return { id, key, previewKey, price, pages, shown, hasEpub: false, owners: new Set() }
}

/** Stores the pages of a book's file and of its preview, which is a separate file. */
async function addPages(id: string, key: string, pages: string[], shown: number): Promise<string> {
  const preview = pages.slice(0, shown)
  const previewKey = await addPreviewFile(app.services, id, contentOf(preview))
  await addMadePages(app.services, key, pages)
  await addMadePages(app.services, previewKey, preview)
  await addMadeEpub(app.services, key, contentOf(pages))
  return previewKey
}

async function replaceFile(book: Book): Promise<void> {
  const { library, publish } = app.services
  const pages = book.pages.map(newWord)
  const file = await prepareBytes(contentOf(pages), { folder: library.tempFolder, type: 'application/pdf', role: 'original' })
  await publish(async ({ transaction, add, drop }) => {
    const details = { pageCount: pages.length, encrypted: false }
    const assetId = await add({ kind: 'pdf', files: [file], details }, book.price > 0 ? 'owners' : 'public')
    const { rows } = await transaction.execute<{ former: string }>(sql`select asset_id as former from editions where item_id = ${book.id}`)
    await transaction.execute(sql`update editions set asset_id = ${assetId} where item_id = ${book.id}`)
    await drop(rows[0]?.former ?? '')
  })
  Object.assign(book, { key: file.key, pages, previewKey: await addPages(book.id, file.key, pages, book.shown) })
}

/** Grants the book to the reader's email address, as an administrator does by hand. */
async function give(book: Book, reader: Reader): Promise<string> {
  const email = `${reader.clientId.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}@example.com`
  const payload = { email, product: 'book', productId: book.id, reason: 'A present' }
  const granted = await app.send('POST', '/api/admin/orders/grants', payload)
  expect(granted.statusCode, granted.body).toBe(201)
  await app.services.shop.orders.ownedItems.claim(email, reader.clientId)
  return granted.json<{ id: string }>().id
}

/** Opens the book in the reader's browser. Returns the grant, or undefined when the reader would have to pay. */
async function openBook(book: Book, reader: Reader): Promise<string | undefined> {
  const grant = await askForGrant(app, { clientId: reader.clientId, product: 'book', productId: book.id })
  if (grant) reader.kept.push({ key: book.key, grant })
  return grant
}

const number = fc.nat({ max: 999 })
const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('buy', 'buy', 'give', 'take back', 'take back', 'replace', 'price', 'switch', 'switch', 'hide', 'remove'),
    book: number,
    reader: number,
    route: number,
    page: number,
  }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('read', 'ask', 'guess', 'former', 'edited', 'expired', 'range', 'search', 'search exactly'),
      book: number,
      reader: number,
      route: number,
      page: number,
    }),
  },
)
const library = fc.array(
  fc.record({ price: fc.constantFrom(0, 3), pageCount: fc.integer({ min: 3, max: 5 }), shown: fc.integer({ min: 1, max: 2 }) }),
  {
    minLength: 2,
    maxLength: 3,
  },
)

test('the test of access covers every route below the address of a file', async () => {
  const { paths } = (await app.get('/api/openapi.json')).json<{ paths: Record<string, object> }>()
  const routes = Object.keys(paths).flatMap((path) => /^(?:\/api)?\/media\/\{key\}(.*)$/.exec(path)?.slice(1) ?? [])
  expect(routes.length).toBeGreaterThan(ROUTES.length)
  // A text of a route, such as “search”, wins over a parameter in its place.
  const patterns = routes
    .filter((route) => !OF_RECORDINGS.includes(route))
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
    .map((route) => [route, new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const)
  const covered = ROUTES.map((pathOf) => patterns.find(([, pattern]) => pattern.test(pathOf(1, 'word').split('?')[0] ?? ''))?.[0])
  expect(covered.toSorted()).toEqual(patterns.map(([route]) => route).toSorted())
})

test('readers without an entitlement can read nothing of a priced book except its preview, and buyers can read the whole book', {
  tags: ['property'],
  timeout: TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(library, fc.array(step, { minLength: 15, maxLength: 30 }), async (shapes, steps) => {
      const books = await Promise.all(shapes.map(publish))
      const readers = Array.from({ length: READERS }, (): Reader => ({ clientId: app.services.shop.access.newClientId(), kept: [] }))
      const orders = new Map<string, string>()
      const gone: Book[] = []
      for (const taken of steps) {
        // Access can be revoked only from a reader with an entitlement.
        const sold = taken.do === 'take back' ? books.find(({ owners }) => owners.size > 0) : undefined
        const book = sold ?? books[taken.book % books.length]
        const reader = sold ? [...sold.owners][taken.reader % sold.owners.size] : readers[taken.reader % READERS]
        if (book && reader) await take(taken, { book, reader, books, gone, orders })
      }
      for (const { id } of books) await app.services.catalogue.books.deleteForGood(id)
    }),
    { numRuns: LIBRARIES, endOnFailure: true },
  )
})

type Step = { do: string; route: number; page: number }
type Shelf = { book: Book; reader: Reader; books: Book[]; gone: Book[]; orders: Map<string, string> }

async function take({ do: what, route, page: any }: Step, { book, reader, books, gone, orders }: Shelf): Promise<void> {
  const { services } = app
  const held = `${reader.clientId} ${book.id}`
  const owner = { clientId: reader.clientId, product: 'book' as const, productId: book.id }
  const page = 1 + (any % book.pages.length)
  const word = book.pages[page - 1] ?? ''
  const path = (ROUTES[route % ROUTES.length] as (typeof ROUTES)[number])(page, word)
  const mayRead = book.price === 0 || book.owners.has(reader)

  if (what === 'buy' && !book.owners.has(reader) && book.price > 0) {
    await entitle(services, owner)
    book.owners.add(reader)
  } else if (what === 'give' && !book.owners.has(reader) && book.price > 0) {
    orders.set(held, await give(book, reader))
    book.owners.add(reader)
  } else if (what === 'take back' && book.owners.has(reader)) {
    const grant = await openBook(book, reader)
    const order = orders.get(held)
    if (order) await app.send('POST', `/api/admin/orders/${order}/grant/revoke`, { reason: 'A mistake' })
    else await entitle(services, owner, false)
    orders.delete(held)
    book.owners.delete(reader)
    if (book.price > 0) await expectNothing(await ask(book.key, path, grant), books, undefined, 403)
  } else if (what === 'replace') {
    gone.push({ ...book })
    await replaceFile(book)
  } else if (what === 'price') {
    const price = book.price > 0 ? 0 : 4
    const changed = await app.sendForm('PATCH', `/api/books/${book.id}`, toForm({ price: String(price) }))
    expect(changed.statusCode, changed.body).toBe(200)
    book.price = price
  } else if (what === 'switch') {
    book.hasEpub = !book.hasEpub
    const changed = await app.sendForm('PATCH', `/api/books/${book.id}`, toForm({ offerEpub: book.hasEpub ? 'yes' : 'no' }))
    expect(changed.statusCode, changed.body).toBe(200)
    if (!book.hasEpub) await expectNothing(await ask(book.key, EPUB, reader.kept.at(-1)?.grant), books, undefined)
  } else if (what === 'hide') {
    // The files of items that are not published are for owners only, also those of free items.
    const changed = await app.sendForm('PATCH', `/api/books/${book.id}`, toForm({ state: 'draft' }))
    expect(changed.statusCode, changed.body).toBe(200)
    if (book.price > 0) await expectNothing(await ask(book.key, EPUB), books, undefined, 403)
    else expect((await ask(book.key, EPUB)).statusCode).toBeGreaterThanOrEqual(400)
    await app.sendForm('PATCH', `/api/books/${book.id}`, toForm({ state: 'published' }))
  } else if (what === 'remove' && books.length > 1) {
    await services.catalogue.books.deleteForGood(book.id)
    gone.push(books.splice(books.indexOf(book), 1)[0] as Book)
  } else if (what === 'read') {
    const grant = await openBook(book, reader)
    expect(grant !== undefined, 'opens for owners alone').toBe(mayRead)
    if (grant === undefined) return
    const response = await ask(book.key, path, grant)
    // Nobody gets the EPUB of a book that does not offer it.
    expect(response.statusCode, `${path} ${response.body}`).toBe(path === EPUB && !book.hasEpub ? 404 : 200)
    if (response.statusCode === 404) return
    // The list of pages contains no text of the pages.
    if (path !== '/pages') expect(response.rawPayload.includes(word)).toBe(true)
    if (path === '') expect(response.rawPayload.equals(contentOf(book.pages))).toBe(true)
  } else if (what === 'ask') {
    await expectNothing(await ask(book.key, path), books, undefined)
    await expectNothing(await ask(book.previewKey, path), books, undefined)
    const own = await ask(book.previewKey, '/pages')
    expect(own.statusCode).toBe(200)
  } else if (what === 'guess') {
    const { rows } = await services.database.pool.query<{ key: string }>(
      `select key from media_files where role = 'pack' order by random() limit 1`,
    )
    const packs = rows[0]?.key ?? ''
    for (const key of [packs, packs.replace('.pages', '.pdf'), book.key.replace('.pdf', '.pages'), gone.at(-1)?.key ?? 'none'])
      expect([400, 403, 404], key).toContain((await ask(key, path, reader.kept.at(-1)?.grant)).statusCode)
    for (const wrong of [0, book.shown + 1, 1e9]) expect((await ask(book.previewKey, `/pages/${wrong}/text`)).statusCode).toBe(404)
  } else if (what === 'former') {
    // Grants for other files, for replaced files, and grants that ended with a refund
    for (const { key, grant } of reader.kept.slice(-3)) {
      const response = await ask(book.key, path, grant)
      if (!mayRead || (key !== book.key && book.price > 0)) await expectNothing(response, books, undefined, 403)
      const formerly = await ask(key, path, grant)
      await expectNothing(formerly, books, reader)
    }
  } else if (what === 'edited' || what === 'expired') {
    const grant = (await openBook(book, reader)) || reader.kept.at(-1)?.grant || `a.b.${Date.now()}.c`
    if (book.price === 0) return
    if (what === 'edited') return expectNothing(await ask(book.key, path, editGrant(grant, any)), books, undefined, 403)
    laterMs = 1.01 * HOUR_MS
    const response = await ask(book.key, path, grant).finally(() => {
      laterMs = 0
    })
    await expectNothing(response, books, undefined, 403)
  } else if (what === 'range') {
    const range = `bytes=${any % 40}-${(any % 40) + 25}`
    const grant = mayRead ? await openBook(book, reader) : reader.kept.at(-1)?.grant
    const response = await ask(book.key, '', grant, { range })
    expect(response.statusCode).toBe(mayRead ? 206 : 403)
    if (mayRead) expect(response.rawPayload.equals(contentOf(book.pages).subarray(any % 40, (any % 40) + 26))).toBe(true)
    else await expectNothing(response, books, undefined, 403)
  } else if (what.startsWith('search')) {
    const other = book.pages[any % 2] ?? ''
    const q = what === 'search' ? `${word} ${other}` : `"${other} ${word}" or ${word}`
    for (const where of [
      `/api/search?q=${encodeURIComponent(q)}`,
      `/api/search?q=${word.slice(0, -1)}`,
      '/api/books',
      '/opds/books',
      '/opds/v2/books',
      `/opds/v2/books/${book.id}`,
      '/feed.xml',
      `/api/books/${book.id}`,
    ])
      await expectNothing(await app.get(where), books, undefined, 200)
  }
}

function ask(key: string, path: string, grant?: string, headers: Record<string, string> = {}) {
  const query = grant ? `${path.includes('?') ? '&' : '?'}grant=${encodeURIComponent(grant)}` : ''
  const url = `/api/media/${key}${path}${query}`
  if (!path.startsWith('/pages/places')) return app.get(url, headers)
  const page = Number(path.split('=')[1])
  return app.app.inject({ method: 'POST', url, payload: { places: [{ page }] }, headers })
}

/** Expects that a response contains no words of hidden pages of priced books, except of books that the given reader owns. */
async function expectNothing(response: Awaited<ReturnType<TestApp['get']>>, books: Book[], reader: Reader | undefined, status?: number) {
  if (status) expect(response.statusCode, response.body).toBe(status)
  const hidden = books.filter(({ price, owners }) => price > 0 && !(reader && owners.has(reader)))
  const said = hidden.flatMap(({ pages, shown }) => pages.slice(shown)).filter((word) => response.rawPayload.includes(word))
  expect(said).toEqual([])
}
