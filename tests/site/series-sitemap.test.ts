import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBuiltPages } from '#server/platform/pages/built-pages.ts'
import { servePages } from '#server/platform/pages/serve-pages.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const { responseCache, siteContent: content } = app.services
  await servePages(app.app, { pages: loadBuiltPages(), responseCache, content, serviceWorker: 'on' })
})
afterAll(() => app?.close())

const pathsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
const read = (path: string) => app.get(path, { 'user-agent': 'Googlebot' })

test('the sitemap leads to the pages of series, with the time of their latest change', async () => {
  expect(pathsIn((await read('/sitemap.xml')).body)).not.toContain('/sitemap/series-1.xml')
  const form = await buildBookForm({ title: 'First', series: 'The Harvest', seriesNumber: '1' })
  const { updatedAt } = (await app.sendForm('POST', '/api/books', form)).json<{ updatedAt: string }>()
  expect(pathsIn((await read('/sitemap.xml')).body)).toContain('/sitemap/series-1.xml')
  const { body } = await read('/sitemap/series-1.xml')
  expect(pathsIn(body)).toEqual(['/series/the-harvest'])
  expect(body).toContain(`<lastmod>${updatedAt}</lastmod></url>`)
  expect((await read('/series/the-harvest')).statusCode).toBe(200)
  expect((await read('/sitemap/series-2.xml')).statusCode).toBe(404)
})
