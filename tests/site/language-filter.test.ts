import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBuiltPages } from '#server/platform/pages/built-pages.ts'
import { servePages } from '#server/platform/pages/serve-pages.ts'
import { defaultContent } from '#site/default-content.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const { responseCache, siteContent: content } = app.services
  await servePages(app.app, { pages: loadBuiltPages(), responseCache, content, serviceWorker: 'on' })
})
afterAll(() => app?.close())

const publish = async (title: string, language: string, author = 'Tapiwa Gumbo') =>
  expect((await app.sendForm('POST', '/api/books', await buildBookForm({ title, language, author }))).statusCode).toBe(201)
const read = async (path: string) => (await app.get(path, { 'user-agent': 'Googlebot' })).body
const titlesOf = (html: string) => [...html.matchAll(/<h3[^>]*><a [^>]*>([^<]+)<\/a><\/h3>/g)].map(([, title]) => title)
const optionsOf = (html: string) => {
  const [, options = ''] = /<select[^>]* name="language"[^>]*>(.*?)<\/select>/.exec(html) ?? []
  return [...options.matchAll(/<option[^>]*>([^<]+)<\/option>/g)].map(([, text]) => text)
}

test('the bookshop has a filter by language once books are in a second one, without scripts too, and the founder’s page follows it', async () => {
  await publish('One', 'en-GB')
  expect(optionsOf(await read('/bookshop'))).toEqual([])
  await publish('Potsi', 'sn')
  await publish('Piri', 'sn', defaultContent.founder.name)
  const shop = await read('/bookshop?q=&category=All&language=sn')
  expect(optionsOf(shop)).toEqual(['All languages', 'Shona', 'English'])
  expect(titlesOf(shop)).toEqual(['Potsi'])
  expect(titlesOf(await read('/bookshop?language=en'))).toEqual(['One'])
  const founders = `/books-by-${defaultContent.founder.slug}?language=sn`
  expect(shop).toContain(`href="${founders}"`)
  const page = await read(founders)
  expect(titlesOf(page)).toEqual(['Piri'])
  expect(page).toContain(' in Shona')
  expect(optionsOf(await read('/podcasts?language=sn'))).toEqual([])
})
