import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_SOUGHT_PLACES } from '#contracts/reading/place-words.ts'
import type { FoundPlaces, SoughtPlaces } from '#contracts/reading/sought-places.ts'
import { addMadePages } from '#tests/support/made-pages.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function store(pages: string[], price = 0): Promise<string> {
  const { pdfUrl } = await storeBook(app.services, { price, content: Buffer.from(`%PDF ${pages.join()}`) })
  await addMadePages(app.services, pdfUrl, pages)
  return pdfUrl
}
const send = (key: string, places: SoughtPlaces['places']) => app.send('POST', `/api/media/${key}/pages/places`, { places })
const find = async (key: string, places: SoughtPlaces['places']) => (await send(key, places)).json<FoundPlaces>()

test('the words of places are found in another edition, whatever its line ends, hyphens and quotation marks', async () => {
  const key = await store(['A new preface.', 'She said: “The lamp stood in the win\u00addow”,\nself-governing.', 'The end.'])
  const words = ['"The lamp  stood in the win-\ndow"', 'selfgoverning', 'The end', 'The beginning']
  expect(
    await find(
      key,
      words.map((each) => ({ page: 1, words: each })),
    ),
  ).toEqual({
    places: words.map((each, index) => ({ page: [2, 2, 3, null][index], words: each })),
    isComplete: true,
  })
})

test('of words that occur several times, the occurrence nearest to the former page is found', async () => {
  const key = await store(['A lamp.', 'Nothing.', 'A lamp.', 'A lamp.', 'Nothing.', 'Nothing.'])
  const { places } = await find(
    key,
    [1, 2, 4, 6].map((page) => ({ page, words: 'lamp' })),
  )
  expect(places.map(({ page }) => page)).toEqual([1, 1, 4, 4])
})

test('words that continue on the next page are found, also if a running head is between them', async () => {
  const key = await store([
    'Nothing.',
    'Rudo lit the lamp in the',
    'window and waited until morning.',
    'Her father mended the fence',
    'HEAD 5 while the others slept.',
  ])
  const words = ['the lamp in the window', 'Her father mended the fence while the others slept']
  expect(
    (
      await find(
        key,
        words.map((each) => ({ page: 1, words: each })),
      )
    ).places.map(({ page }) => page),
  ).toEqual([2, 4])
})

test('for a place without words, words of its page are returned', async () => {
  const long = `Running head ${'one two three four five six seven eight nine ten '.repeat(6)}`
  const key = await store(['Short page', long])
  const { places } = await find(key, [{ page: 1 }, { page: 2 }, { page: 9 }])
  expect(places).toEqual([
    { page: 1, words: 'Short page' },
    { page: 2, words: expect.stringMatching(/^(\w+ ){10,}\w+$/) },
    { page: 9, words: null },
  ])
  expect((await find(key, [{ page: 7, words: places[1]?.words ?? '' }])).places[0]?.page).toBe(2)
})

test('words of a bought book are found only with a grant, and the number and length of words is limited', async () => {
  const key = await store(['The lamp.'], 3)
  expect((await send(key, [{ page: 1, words: 'lamp' }])).statusCode).toBe(403)
  const free = await store(['The lamp of another book.'])
  for (const places of [
    [],
    Array.from({ length: MAX_SOUGHT_PLACES + 1 }, () => ({ page: 1 })),
    [{ page: 1, words: 'a'.repeat(201) }],
    [{ page: 0 }],
  ])
    expect((await send(free, places)).statusCode).toBe(400)
  for (const words of ['a\0b']) expect((await send(free, [{ page: 1, words }])).statusCode).toBe(400)
})
