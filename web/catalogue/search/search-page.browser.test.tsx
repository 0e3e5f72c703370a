import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SearchResult, SearchResults } from '#contracts/catalogue/search.ts'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const BOOK: SearchResult = {
  kind: 'book',
  language: null,
  id: 'book-1',
  path: '/books/rain-on-the-granary',
  title: ['Rain on the granary'],
  by: 'Tapiwa Gumbo',
  picture: null,
  price: 0,
  snippet: ['A book about patience.'],
  places: [{ at: 7, text: ['She ', 'counted', ' the ', 'swallows', ' twice.'] }],
  more: 0,
  hasHidden: false,
}
const SOLD: SearchResult = { ...BOOK, id: 'book-2', title: ['What the miller kept'], price: 4, places: [], more: 50, hasHidden: true }
const TALK: SearchResult = {
  ...BOOK,
  kind: 'podcast',
  id: 'podcast-1',
  path: '/podcasts/grain-talk',
  title: ['Grain talk'],
  places: [{ at: 42, text: ['', 'sorghum', ' keeps for years'] }],
}

const found = (results: SearchResult[], suggestion: string | null = null): SearchResults => ({
  results,
  total: results.length,
  nextPage: null,
  matchesAny: false,
  suggestion,
})
const result = (title: string) => page.getByRole('main').getByRole('article').filter({ hasText: title })

test('search results link to the pages of books and the times in episodes that contain the search words', async () => {
  openFakeApi({ '/search': found([BOOK, TALK]) })
  await openPage('/search?q=counting+swallow')
  await expect.element(page.getByText('2 results found')).toBeVisible()
  const marks = () => [...result('Rain on the granary').element().querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marks()).toEqual(['counted', 'swallows'])
  await expect
    .element(result('Rain on the granary').getByRole('link', { name: 'Page 7' }))
    .toHaveAttribute('href', '/books/rain-on-the-granary#page=7')
  await expect.element(result('Grain talk').getByRole('link', { name: 'At 0:42' })).toHaveAttribute('href', '/podcasts/grain-talk#t=42')
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
})

test('a search result for a priced book displays how many pages with hits only buyers can read', async () => {
  openFakeApi({ '/search': found([SOLD]) })
  await openPage('/search?q=millstone')
  const sold = result('What the miller kept')
  await expect.element(sold.getByText('At least 50 pages in the book')).toBeVisible()
  expect(sold.element().querySelector('mark')).toBeNull()
})

test('a search with a typing error displays the results of the corrected search', async () => {
  openFakeApi({
    '/search': ({ searchParams }: URL) => (searchParams.get('q') === 'disciplines' ? found([BOOK]) : found([], 'disciplines')),
  })
  await openPage('/search')
  const box = page.getByRole('searchbox')
  await box.fill('discplines')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Nothing matches “discplines”. Did you mean disciplines?')).toBeVisible()
  await expect.element(page.getByText('1 result found')).toBeVisible()
  await expect.element(result('Rain on the granary')).toBeVisible()
  expect(await findViolations()).toEqual([])
  await page.getByRole('link', { name: 'disciplines', exact: true }).click()
  await expect.element(result('Rain on the granary')).toBeVisible()
  await expect.element(box).toHaveValue('disciplines')
})

test('a search without results or spelling suggestion displays advice', async () => {
  openFakeApi({ '/search': found([]) })
  await openPage('/search?q=nothing+like+it&kind=book')
  await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect.element(page.getByText(/Try one word of a title, a name, or a subject/)).toBeVisible()
  const links = [...document.querySelectorAll('main article a, main div a')].map((link) => link.getAttribute('href'))
  for (const path of ['/search?q=nothing+like+it', '/bookshop', '/podcasts', '/contact']) expect(links).toContain(path)
})
