import { expect, test } from 'vitest'
import type { Api } from '#web/lib/api/api.ts'
import { loader } from './sitemap.ts'

/** Maximum number of sitemaps in an index: https://www.sitemaps.org/protocol.html */
const MAX_FILES = 50_000

async function indexOf(totals: { books: number; podcasts: number; authors: number; series: number }) {
  const api = {
    listBooks: async () => ({ items: [], total: totals.books }),
    listPodcasts: async () => ({ items: [], total: totals.podcasts }),
    listAuthors: async () => ({ items: [], total: totals.authors }),
    call: async () => Response.json([], { headers: { 'x-total-count': String(totals.series) } }),
  } as unknown as Api
  const args = { request: new Request('https://shop.example/sitemap.xml'), context: { get: () => api } }
  const response = await loader(args as unknown as Parameters<typeof loader>[0])
  return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
}

test('a catalogue with more than 50,000 books is split into as many sitemaps as needed', async () => {
  const files = await indexOf({ books: 100_001, podcasts: 1, authors: 0, series: 1001 })
  expect(files).toHaveLength(1 + 101 + 1 + 2)
  expect(files.length).toBeLessThan(MAX_FILES)
  expect(files).toEqual(
    expect.arrayContaining(
      ['pages', 'books-1', 'books-101', 'podcasts-1', 'series-1', 'series-2'].map((name) => `https://shop.example/sitemap/${name}.xml`),
    ),
  )
})
