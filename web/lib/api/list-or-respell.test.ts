import { expect, test, vi } from 'vitest'
import { listOrRespell } from './list-or-respell.ts'
import { createTextSearch } from './text-search.ts'

/** Fake catalogue in which only the `known` word has matches; all other words get the spelling suggestion */
function catalogue(known: string, suggestion: string | null) {
  const call = vi.fn(async (_path: string) => Response.json({ results: [], total: 0, nextPage: null, suggestion }))
  const list = vi.fn(async ({ q }: { q?: string; cursor?: string }) => (q === known ? { items: [1], total: 1 } : { items: [], total: 0 }))
  const search = (query: { q?: string; cursor?: string }) => listOrRespell(createTextSearch({ call }), 'book', query, list)
  return { call, search }
}

test('a search without matches lists the matches of the suggested spelling', async () => {
  const { call, search } = catalogue('sow season', 'sow season')
  expect(await search({ q: 'sow seson' })).toEqual({ items: [1], total: 1, respelt: 'sow season' })
  expect(call.mock.calls).toEqual([['/search?q=sow+seson&kind=book']])
})

test.each([
  ['has matches', { q: 'lamp' }, 'lamp'],
  ['has no words', {}, 'lamp'],
  ['asks for a later page', { q: 'other', cursor: '0.x' }, 'lamp'],
])('a search that %s asks for no suggestion', async (_, query, known) => {
  const { call, search } = catalogue(known, 'lamp')
  expect(await search(query)).not.toHaveProperty('respelt')
  expect(call).not.toHaveBeenCalled()
})

test.each([null, 'unknown'])(
  'a search without matches stays empty if the suggested spelling %s has no matches either',
  async (suggestion) => {
    expect(await catalogue('lamp', suggestion).search({ q: 'other' })).toEqual({ items: [], total: 0 })
  },
)

test('a search without matches that another part of the page needs too is sent once', async () => {
  const { call } = catalogue('lamp', null)
  const searchTexts = createTextSearch({ call })
  await listOrRespell(searchTexts, 'book', { q: 'other' }, async () => ({ items: [], total: 0 }))
  expect(await searchTexts('other', 'book')).toMatchObject({ results: [] })
  expect(call).toHaveBeenCalledOnce()
})

test('a search without matches stays empty if the request for a suggestion fails', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { call, search } = catalogue('lamp', null)
  call.mockRejectedValue(new Error('away'))
  expect(await search({ q: 'other' })).toEqual({ items: [], total: 0 })
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})
