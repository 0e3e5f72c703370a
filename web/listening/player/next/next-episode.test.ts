import { afterEach, expect, test, vi } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { site } from '#site/site.ts'
import { fetchNextEpisode } from './next-episode.ts'

// The mocked module has its own tests.
vi.mock('#web/lib/access/refresh-owned-items.ts', () => ({ refreshOwnedItemsOnce: async () => {} }))

const cover = { sources: [] } as unknown as Podcast['cover']
const heard = { id: 'one', categories: ['Teen Coaching'] } as Podcast
const priced = { id: 'two', title: 'Part two', price: 1.5, coverImage: 'c.webp', audioUrl: 'a.mp3', cover } as Podcast
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

/** Stubs API responses by the end of the request path. */
function answer(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (address: string) => {
    const [, body] = Object.entries(answers).find(([path]) => address.split('?')[0]?.endsWith(path)) ?? []
    return body ? Response.json(body) : new Response('{}', { status: 503 })
  })
}

/** Stubs the ids of owned items in local storage. */
const own = (ids: string | null) => vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'ownedItems' ? ids : null) })

test('a priced episode opens without purchase only if the browser has stored that the visitor owns it', async () => {
  answer({ '/one/next': { next: priced } })
  own('zero two')
  expect(await fetchNextEpisode(heard, site.programs, signal)).toMatchObject({
    program: 'Teen Coaching',
    opens: true,
    item: { title: 'Part two' },
  })
  for (const ids of ['three', '', null]) {
    own(ids)
    expect(await fetchNextEpisode(heard, site.programs, signal)).toMatchObject({ opens: false })
  }
})

test('a free episode opens without an access check; the last episode and episodes outside a program have no next episode', async () => {
  answer({ '/one/next': { next: { ...priced, price: 0 } } })
  expect(await fetchNextEpisode(heard, site.programs, signal)).toMatchObject({ opens: true })
  answer({ '/one/next': { next: null } })
  expect(await fetchNextEpisode(heard, site.programs, signal)).toBeUndefined()
  expect(await fetchNextEpisode({ ...heard, categories: ['Elsewhere'] }, site.programs, signal)).toBeUndefined()
})
