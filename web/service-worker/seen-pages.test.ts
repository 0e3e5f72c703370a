import { afterEach, expect, test, vi } from 'vitest'
import { OFFLINE_PAGE } from '#web/lib/storage/cache-storage.ts'
import { answerPage } from './seen-pages.ts'

afterEach(() => vi.unstubAllGlobals())

const PRELOADS = {
  'rejected, as in Chrome and Safari': () => Promise.reject(new TypeError('Failed to fetch')),
  'an error response, as in Firefox': () => Promise.resolve(Response.error()),
  'not supported': () => undefined,
}

test.each(Object.entries(PRELOADS))('the offline page is returned while offline when the preload is %s', async (_, preload) => {
  const match = async (page: unknown) => (page === OFFLINE_PAGE ? new Response('You are offline') : undefined)
  vi.stubGlobal('caches', { open: async () => ({ match }) })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const request = new Request('https://lectern.example/podcasts')
  const response = await answerPage({ request, preloadResponse: preload(), waitUntil: () => {} })
  expect(await response.text()).toBe('You are offline')
})
