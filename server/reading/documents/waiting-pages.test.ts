import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ RENDITIONS: 'on' })
})
afterAll(() => app.close())

const gauge = (name: string) =>
  app.services.features
    .flatMap(({ gauges = [] }) => gauges)
    .find((one) => one.name === name)
    ?.read()
const waiting = async () => [await gauge('lectern_books_waiting'), await gauge('lectern_pages_waiting')]

test('books without rendered pages are counted, and so are their missing pages after the page count is known', async () => {
  expect(await waiting()).toEqual([0, 0])
  const { pdfUrl } = await storeBook(app.services, { content: Buffer.from(await (await buildPdf({ pages: 3 })).arrayBuffer()) })
  expect(await waiting()).toEqual([1, 0])
  expect((await app.get(`/api/media/${pdfUrl}/pages`)).statusCode).toBe(200)
  expect(await waiting()).toEqual([1, 3])
})

test('pending books are not reported if pages are rendered only on request', async () => {
  const asked = await openTestApp({ RENDITIONS: 'asked' })
  expect(asked.services.features.flatMap(({ gauges = [] }) => gauges.map(({ name }) => name))).not.toContain('lectern_books_waiting')
  await asked.close()
})
