import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function publish(title: string, language: string, more: Record<string, string> = {}): Promise<Book> {
  const response = await app.sendForm('POST', '/api/books', await buildBookForm({ title, language, ...more }))
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

const titlesIn = async (language: string) =>
  (await app.get(`/api/books?sort=title&limit=24&language=${language}`)).json<Book[]>().map(({ title }) => title)
const languages = async () => (await app.get('/api/site/languages')).json()

test('books are filtered by language, and a language includes its variants', async () => {
  expect(await languages()).toEqual([])
  for (const [title, language] of [
    ['A', 'en'],
    ['B', 'en-GB'],
    ['C', 'pt'],
    ['D', 'pt-BR'],
    ['E', ''],
    ['F', 'sn'],
  ])
    await publish(title ?? '', language ?? '')
  await publish('G', 'fr', { state: 'draft' })

  expect(await titlesIn('en')).toEqual(['A', 'B'])
  expect(await titlesIn('EN-gb')).toEqual(['B'])
  expect(await titlesIn('pt')).toEqual(['C', 'D'])
  expect(await titlesIn('pt-BR')).toEqual(['D'])
  expect(await titlesIn('fr')).toEqual([])
  expect((await app.get('/api/books?language=%3Cb%3E')).json()).toMatchObject({ status: 400, errors: [{ field: 'language' }] })
  const paged = await app.get('/api/books?language=en&limit=1')
  expect([paged.headers['x-total-count'], paged.headers.link]).toEqual(['2', expect.stringContaining('language=en')])
})

test('languages of public books are listed by their primary tags, most books first', async () => {
  const listed = [
    { language: 'en', books: 2 },
    { language: 'pt', books: 2 },
    { language: 'sn', books: 1 },
  ]
  const response = await app.get('/api/site/languages')
  expect(response.json()).toEqual(listed)
  expect((await app.get('/api/site/languages', { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(304)
  const { id } = await publish('H', 'nd')
  expect(await languages()).toEqual([...listed.slice(0, 2), { language: 'nd', books: 1 }, { language: 'sn', books: 1 }])
  await app.app.inject({ method: 'DELETE', url: `/api/books/${id}`, headers: app.bearer })
  expect(await languages()).toEqual(listed)
})
