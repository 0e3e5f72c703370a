import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReadingAct } from '#contracts/reading/reading-position.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

let { app, shop }: TestShop = {} as TestShop
beforeAll(async () => {
  ;({ app, shop } = await openTestShop())
})
afterAll(() => app.close())

const find = (bookId: string, clientId: string) => app.get(`/api/reading-places/${bookId}`, { 'client-id': clientId })
const save = (bookId: string, clientId: string, place: ReadingAct) =>
  app.app.inject({ method: 'PUT', url: `/api/reading-places/${bookId}`, payload: place, headers: { 'client-id': clientId } })
const inText = (page: number): ReadingAct => ({ page, text: { part: 2, block: 14, offset: 120 } })

async function buy(clientId: string, productId: string) {
  const { id, payment, attempt } = await shop.begin(clientId, { productId })
  payment.state = 'paid'
  await shop.call(id, 'check', clientId)
  await shop.untilState(id, clientId, 'paid')
  return { payment, attempt, id }
}

test('a reading position saved by one browser is returned to other browsers with access to the purchase', async () => {
  const book = await storeBook(app.services, { price: 4.5 })
  const [phone, computer] = [shop.newClient(), shop.newClient()]
  await buy(phone, book.id)
  expect((await find(book.id, phone)).json()).toBeNull()
  const { savedAt } = (await save(book.id, phone, inText(31))).json()
  expect((await find(book.id, phone)).json()).toEqual({ ...inText(31), savedAt, age: expect.any(Number) })

  expect((await find(book.id, computer)).statusCode).toBe(404)
  await app.services.shop.orders.ownedItems.claim('rudo@reader.example', computer)
  expect((await find(book.id, computer)).json()).toEqual({ ...inText(31), savedAt, age: expect.any(Number) })
  await save(book.id, computer, { page: 48, text: null })
  expect((await find(book.id, phone)).json()).toMatchObject({ page: 48, text: null })
})

test('two purchases of a book claimed by one browser share one reading position', async () => {
  const book = await storeBook(app.services, { price: 3 })
  const [first, second] = [shop.newClient(), shop.newClient()]
  await buy(first, book.id)
  await buy(second, book.id)
  await save(book.id, second, inText(9))
  await app.services.shop.orders.ownedItems.claim('rudo@reader.example', first)
  expect((await find(book.id, first)).json()).toMatchObject(inText(9))
  await save(book.id, first, inText(12))
  expect((await find(book.id, second)).json()).toMatchObject(inText(12))
})

test('a reading position is neither returned to nor changed by other visitors, nor by the buyer after a refund', async () => {
  const book = await storeBook(app.services, { price: 4.5 })
  const free = await storeBook(app.services, { price: 0 })
  const [buyer, stranger] = [shop.newClient(), shop.newClient()]
  const { payment, id } = await buy(buyer, book.id)
  await save(book.id, buyer, inText(31))
  for (const bookId of [book.id, free.id, 'nothing']) {
    expect((await find(bookId, stranger)).statusCode).toBe(404)
    expect((await save(bookId, stranger, inText(2))).statusCode).toBe(404)
  }
  expect((await find(book.id, buyer)).json()).toMatchObject(inText(31))
  for (const place of [
    { page: 0, text: null },
    { page: 1.5, text: null },
    { page: 3 },
    { page: 3, text: { part: 0, block: 0, offset: 0 } },
  ])
    expect((await save(book.id, buyer, place as ReadingAct)).statusCode).toBe(400)

  payment.state = 'refunded'
  await shop.call(id, 'check', buyer)
  await shop.tell(payment.reference)
  await shop.untilState(id, buyer, 'refunded')
  expect((await find(book.id, buyer)).statusCode).toBe(404)
  expect((await save(book.id, buyer, inText(40))).statusCode).toBe(404)
})

const HOUR = 3_600_000

test('a browser that sends an earlier act later does not replace the newer position, and receives it', async () => {
  const book = await storeBook(app.services, { price: 4.5 })
  const [phone, computer] = [shop.newClient(), shop.newClient()]
  await buy(phone, book.id)
  await app.services.shop.orders.ownedItems.claim('rudo@reader.example', computer)
  // The phone was offline while the buyer read on the computer.
  const { savedAt } = (await save(book.id, computer, { ...inText(60), age: HOUR })).json()
  const late = await save(book.id, phone, { ...inText(20), age: 2 * HOUR })
  expect(late.json()).toEqual({ savedAt, newer: { ...inText(60), savedAt, age: expect.any(Number) } })
  const { age } = late.json().newer
  expect(age).toBeGreaterThanOrEqual(HOUR)
  expect(age).toBeLessThan(2 * HOUR)
  expect((await find(book.id, phone)).json()).toMatchObject(inText(60))
  expect((await save(book.id, phone, { ...inText(21), age: 1000 })).json().newer).toBeNull()
  expect((await find(book.id, computer)).json()).toMatchObject(inText(21))
})

test('a browser that sends no age, as browsers with an earlier version of the site do, stores the newest position', async () => {
  const book = await storeBook(app.services, { price: 4.5 })
  const client = shop.newClient()
  await buy(client, book.id)
  await save(book.id, client, { ...inText(31), age: 0 })
  await save(book.id, client, inText(32))
  expect((await find(book.id, client)).json()).toMatchObject(inText(32))
})

test('of two purchases of a book, the one with the newer position decides, and both receive the newest act', async () => {
  const book = await storeBook(app.services, { price: 3 })
  const [first, second] = [shop.newClient(), shop.newClient()]
  await buy(first, book.id)
  await buy(second, book.id)
  await save(book.id, second, { ...inText(9), age: HOUR })
  await save(book.id, first, { ...inText(4), age: 3 * HOUR })
  await app.services.shop.orders.ownedItems.claim('rudo@reader.example', first)
  expect((await save(book.id, first, { ...inText(5), age: 2 * HOUR })).json().newer).toMatchObject(inText(9))
  expect((await save(book.id, first, inText(12))).json().newer).toBeNull()
  expect((await find(book.id, second)).json()).toMatchObject(inText(12))
})

test('the first words at a position are stored with it; words with an invisible character or of great length are refused', async () => {
  const book = await storeBook(app.services, { price: 4.5 })
  const client = shop.newClient()
  await buy(client, book.id)
  const withWords = (words: string) => ({ page: 3, text: { part: 2, block: 14, offset: 120, words } })
  await save(book.id, client, withWords('The lamp stood in the window'))
  expect((await find(book.id, client)).json()).toMatchObject(withWords('The lamp stood in the window'))
  for (const words of ['a\0b', 'a'.repeat(201)]) expect((await save(book.id, client, withWords(words))).statusCode).toBe(400)
})

test('positions stored by all versions of the site are returned as they were stored, and saved as they are sent', {
  tags: ['property'],
}, async () => {
  const book = await storeBook(app.services, { price: 3 })
  const buyer = shop.newClient()
  const { id } = await buy(buyer, book.id)
  const count = fc.nat({ max: 5000 })
  const words = fc.option(fc.string({ maxLength: 80 }).filter((text) => !text.includes('\0')))
  const position = fc.record({
    page: fc.integer({ min: 1, max: 10_000 }),
    text: fc.option(fc.record({ part: fc.integer({ min: 1, max: 1500 }), block: count, offset: count })),
    words,
    edition: fc.option(fc.stringMatching(/^[0-9a-f]{16}$/)),
  })
  await fc.assert(
    fc.asyncProperty(position, async ({ page, text, words: said, edition }) => {
      const known = said !== null && { words: said }
      const place = { page, text: text && { ...text, ...known }, ...(!text && known), ...(edition !== null && { edition }) }
      await app.services.database.pool.query(
        `insert into reading_places (order_id, page, part, block, characters, words, edition) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (order_id) do update set page = $2, part = $3, block = $4, characters = $5, words = $6, edition = $7`,
        [id, page, text?.part ?? null, text?.block ?? null, text?.offset ?? null, said, edition],
      )
      const meta = { savedAt: expect.any(String), age: expect.any(Number) }
      expect((await find(book.id, buyer)).json()).toEqual({ ...place, ...meta })
      await app.services.database.pool.query('delete from reading_places where order_id = $1', [id])
      expect((await save(book.id, buyer, place)).statusCode).toBe(200)
      expect((await find(book.id, buyer)).json()).toEqual({ ...place, ...meta })
    }),
    { numRuns: longRuns(100) },
  )
})
