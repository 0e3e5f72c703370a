import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { site } from '#site/site.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const PROGRAMS = site.programs.map(({ slug }) => `/programs/${slug}`)
const LISTS = ['/bookshop', '/podcasts', '/authors', `/books-by-${site.founder.slug}`]
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect(0, Number.POSITIVE_INFINITY)
/** Returns the bounding box of the first item's cover or portrait */
const firstPicture = () => boxOf('main article:has(button) [class*="aspect-"]')

function openLists() {
  const six = [1, 2, 3, 4, 5, 6].map(String)
  const books = six.map((id) => buildBook({ id, title: `Book ${id}` }))
  openFakeApi({
    '/books': ({ searchParams }: URL) => books.filter(({ title }) => title.includes(searchParams.get('q') ?? '')),
    '/podcasts': six.map((id) => buildPodcast({ id, title: `Episode ${id}`, categories: [...CATEGORIES] })),
    '/authors': six.map((id) => buildAuthor({ id })),
    '/contact': { delivery: 'simulate' },
  })
}

test.each([...LISTS, '/', ...PROGRAMS, '/contact', '/publishing'])(
  'on a phone, the hero of %s takes at most a third of the screen',
  async (path) => {
    openLists()
    await openPage(path)
    await expect.poll(() => boxOf('[data-hero]').height).toBeLessThanOrEqual(window.innerHeight / 3)
  },
)

test.each([...LISTS, '/', ...PROGRAMS])('on a phone, the first items of %s are visible without scrolling', async (path) => {
  openLists()
  await openPage(path)
  await expect.poll(() => firstPicture().top + firstPicture().height / 2).toBeLessThan(window.innerHeight)
})

test.each(['/bookshop', '/podcasts'])('on a phone, the search field and whole covers of %s are visible without scrolling', async (path) => {
  openLists()
  await openPage(path)
  await expect.poll(() => firstPicture().bottom).toBeLessThanOrEqual(window.innerHeight)
  expect(boxOf('main input[type=search]').bottom).toBeLessThan(firstPicture().top)
})

test('on a phone, the first field of the contact page is visible without scrolling', async () => {
  openLists()
  await openPage('/contact')
  await expect.poll(() => boxOf('main input').bottom).toBeLessThan(window.innerHeight / 2)
})

async function search(width: number, height: number) {
  await page.viewport(width, height)
  openLists()
  await openPage('/bookshop')
  await expect.element(page.getByText('6 books found')).toBeVisible()
  await page.getByRole('searchbox').fill('Book 4')
  await expect.element(page.getByText('1 book found')).toBeVisible()
  await expect.poll(() => firstPicture().top).toBeLessThan(height - 40)
  expect(boxOf('main input[type=search]').top).toBeGreaterThan(boxOf('header').bottom)
  await page.viewport(360, 740)
}

test('while a visitor types with the on-screen keyboard of a phone, the search field and the first results are visible', () =>
  search(360, 440))

test.each([
  [320, 400],
  [740, 400],
  [1366, 650],
  [1440, 900],
])('while a visitor types in a window of %i × %i, the field and the first results are in view', { tags: ['full'] }, search)
