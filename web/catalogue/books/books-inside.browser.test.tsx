import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const LISTED = buildBook({ id: 'listed', slug: 'listed', title: 'A House for Two' })
const INSIDE = [
  buildBook({ id: 'one', slug: 'one', title: 'Her Own Name' }),
  buildBook({ id: 'two', slug: 'two', title: 'Forty Mornings' }),
]

/** Opens an API whose list has the given books, and whose search finds these and two more inside their pages. */
function openSearch(listed: (typeof LISTED)[], { matchesAny = false } = {}) {
  const ids = [...listed, ...INSIDE].map(({ id }) => ({ id })).toReversed()
  return openFakeApi({
    '/books': ({ searchParams }: URL) => (searchParams.get('ids') ? INSIDE : searchParams.get('author') ? [] : listed),
    '/search': { results: ids, total: ids.length, nextPage: null, suggestion: null, matchesAny },
  })
}
const titles = () => [...document.querySelectorAll('main article h3')].map(({ textContent }) => textContent)

test.each([
  ['a list with books', [LISTED], {}, 'Also inside these books'],
  ['a list without books', [], {}, 'Inside these books'],
  ['a search that nothing matches as a whole', [], { matchesAny: true }, 'Books with some of these words'],
])('books whose pages have the searched words follow %s, best match first', async (_list, listed, options, heading) => {
  openSearch(listed, options)
  await openPage('/bookshop?q=prayer')
  await inEachSize(async () => {
    await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    expect(titles()).toEqual([...listed.map(({ title }) => title), 'Forty Mornings', 'Her Own Name'])
    expect(page.getByText('No books found').elements()).toEqual([])
    expect(overflows()).toBe(false)
    expect(await findViolations()).toEqual([])
  })
})

test('a list of books is displayed even when the search inside books fails', async () => {
  openFakeApi({
    '/books': ({ searchParams }: URL) => (searchParams.get('author') ? [] : [LISTED]),
    '/search': () => Response.json({}, { status: 503 }),
  })
  await openPage('/bookshop?q=prayer')
  await expect.poll(titles).toEqual(['A House for Two'])
  await expect.poll(takeErrors).toEqual([expect.stringContaining('ApiError')])
})
