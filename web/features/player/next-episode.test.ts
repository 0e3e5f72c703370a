import { afterEach, expect, test, vi } from 'vitest'
import type { Podcast } from '#contracts/podcast.ts'
import { fetchNextEpisode } from './next-episode.ts'

const cover = { sources: [] } as unknown as Podcast['cover']
const heard = { id: 'one', categories: ['Teen Coaching'] } as Podcast
const priced = { id: 'two', title: 'Part two', price: 1.5, coverImage: 'c.webp', audioUrl: 'a.mp3', cover } as Podcast
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

/** Answers the API's calls by the end of their path. */
function answer(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (address: string) => {
    const [, body] = Object.entries(answers).find(([path]) => address.split('?')[0]?.endsWith(path)) ?? []
    return body ? Response.json(body) : new Response('{}', { status: 503 })
  })
}

const owning = (...ids: string[]) => ({ purchases: ids.map((id) => ({ product: { kind: 'podcast', id }, available: true })) })

test('what has a price opens for whoever owns it, and for nobody else', async () => {
  const found = { '/one/next': { next: priced }, '/get-client-id': { clientId: 'x'.repeat(32) } }
  answer({ ...found, '/purchases': owning('two') })
  expect(await fetchNextEpisode(heard, signal)).toMatchObject({ program: 'Teen Coaching', opens: true, item: { title: 'Part two' } })
  answer({ ...found, '/purchases': owning('three') })
  expect(await fetchNextEpisode(heard, signal)).toMatchObject({ opens: false })
})

test('when nobody can tell what is owned, it is offered with its price', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answer({ '/one/next': { next: priced } })
  expect(await fetchNextEpisode(heard, signal)).toMatchObject({ opens: false })
})

test('what is free needs no question; after the last, and in no program, nothing comes', async () => {
  answer({ '/one/next': { next: { ...priced, price: 0 } } })
  expect(await fetchNextEpisode(heard, signal)).toMatchObject({ opens: true })
  answer({ '/one/next': { next: null } })
  expect(await fetchNextEpisode(heard, signal)).toBeUndefined()
  expect(await fetchNextEpisode({ ...heard, categories: ['Elsewhere'] }, signal)).toBeUndefined()
})
