import { expect, test, vi } from 'vitest'
import type { BookQuery } from '#contracts/common/list.ts'
import { site } from '#site/site.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { listBookshopBooks } from './list-bookshop-books.ts'

const founder = site.founder.name
const book = { id: '1' } as CatalogueBook

/**
 * Creates a fake API with the given numbers of search results. The request for the founder's books can fail. Spelling suggestions are not
 * available.
 */
function catalogue({ others, founders }: { others: number; founders: number | Error }) {
  const asked: BookQuery[] = []
  const listBooks = async (query: BookQuery = {}) => {
    asked.push(query)
    const total = query.author ? founders : others
    if (total instanceof Error) throw total
    return { items: total ? [book] : [], total }
  }
  const call = async () => Response.json({ suggestion: null })
  return { asked, listBooks, call }
}

test.each([0, 2])('a search that matches %i books by other authors also counts the founder’s matching books', async (others) => {
  const api = catalogue({ others, founders: 3 })
  const found = await listBookshopBooks(api, { q: 'lamp', category: 'Teen Coaching', limit: 24 }, { founder })
  expect(found).toEqual({ items: others ? [book] : [], total: others, byFounder: 3 })
  expect(api.asked).toEqual([
    { q: 'lamp', category: 'Teen Coaching', limit: 24, excludeAuthor: founder },
    { q: 'lamp', category: 'Teen Coaching', limit: 1, author: founder },
  ])
})

test('a list of free books counts the founder’s free books', async () => {
  const api = catalogue({ others: 0, founders: 1 })
  expect(await listBookshopBooks(api, { price: 'free' }, { founder })).toMatchObject({ total: 0, byFounder: 1 })
  expect(api.asked).toContainEqual({ price: 'free', limit: 1, author: founder })
})

test.each([
  ['searches nothing', { q: '', category: '' }],
  ['asks for a later page', { q: 'lamp', cursor: '0.x' }],
])('a list that %s sends a single request', async (_what, query) => {
  const api = catalogue({ others: 0, founders: 3 })
  expect(await listBookshopBooks(api, query, { founder })).not.toHaveProperty('byFounder')
  expect(api.asked).toHaveLength(1)
})

test('the shop’s books are returned even when the founder’s books can’t be counted', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const away = new Error('away')
  expect(await listBookshopBooks(catalogue({ others: 0, founders: away }), { q: 'lamp' }, { founder })).toEqual({
    items: [],
    total: 0,
    byFounder: 0,
  })
  expect(logged.mock.calls).toEqual([[away]])
  logged.mockRestore()
})
