import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { BookDetails } from '#contracts/catalogue/book.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { announcePlace } from '#web/lib/places/left-at.ts'
import { noteRecentItem } from '#web/lib/places/recent-items.ts'

/* Local storage is written as the viewer and the player of this and of earlier versions write it. */

const asListed = (item: BookDetails): CatalogueBook => ({ ...item, coverImage: item.coverImageUrl })
const book = buildBook({ id: 'book-1', title: 'Sow in Season', slug: 'sow-in-season', pageCount: 40 })
const priced = buildBook({ id: 'book-2', title: 'Reap in Joy', slug: 'reap-in-joy', pageCount: 40, price: 4.5 })
const episode = buildPodcast({ id: 'episode-1', title: 'Begin again', durationSeconds: 600 })

const store = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))
const readBook = (id: string, at: number) => store('readingPositions', [{ book: id, page: at }])
const row = page.getByRole('region', { name: 'Where you were' })

function open(path: string) {
  openFakeApi({
    '/books': [book, priced],
    '/podcasts': [episode],
    '/authors': [],
    '/owned-items': { items: [] },
    '/books/sow-in-season': book,
    '/books/reap-in-joy': priced,
  })
  return openPage(path)
}

beforeEach(() => {
  localStorage.clear()
  document.documentElement.removeAttribute('data-recent')
})

test('titles that were opened and not finished are on Home with the place and the share that is read, the latest first', async () => {
  for (const item of [book, priced]) noteRecentItem({ kind: 'book', item: asListed(item) })
  noteRecentItem({ kind: 'podcast', item: episode })
  store('readingPositions', [
    { book: book.id, page: 11 },
    { book: priced.id, text: { page: 40, part: 9, block: 1, offset: 0 } },
  ])
  store('listeningPositions', [{ episode: episode.id, seconds: 90 }])
  await open('/')
  await expect.element(row).toBeVisible()
  expect(
    row
      .getByRole('heading', { level: 3 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Begin again', 'Sow in Season'])
  await expect.element(row.getByText('Page 11 of 40 · 28%')).toBeVisible()
  await expect.element(row.getByText('1:30 of 10:00 · 15%')).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Continue Sow in Season' })).toBeVisible()
  await expectToFitEachSize()
})

test('Home has no such row without a place, with damaged storage, and after the list was cleared', async () => {
  noteRecentItem({ kind: 'book', item: asListed(book) })
  const { unmount } = await open('/')
  await expect.element(page.getByRole('heading', { name: 'Best Selling Books' })).toBeVisible()
  expect(row.elements()).toEqual([])
  readBook(book.id, 3)
  announcePlace()
  await row.getByRole('button', { name: /^Clear/ }).click()
  await expect.element(row).not.toBeInTheDocument()
  expect(localStorage.getItem('recentItems')).toBeNull()
  await unmount()
  localStorage.setItem('recentItems', '[{"kind":"book"},{"id":1},"x",null')
  localStorage.setItem('readingPositions', '{')
  await open('/')
  await expect.element(page.getByRole('heading', { name: 'Best Selling Books' })).toBeVisible()
  expect(row.elements()).toEqual([])
})

test('cards and the page of a book offer to continue, except at the last page and without access', async () => {
  store('readingPositions', [
    { book: book.id, page: 11 },
    { book: priced.id, page: 3 },
  ])
  const { unmount } = await open('/bookshop')
  await expect.element(page.getByRole('button', { name: 'Continue Sow in Season' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Read Reap in Joy' })).toBeVisible()
  await unmount()
  const { unmount: close } = await open('/books/sow-in-season')
  await expect.element(page.getByRole('button', { name: 'Continue on page 11' })).toBeVisible()
  readBook(book.id, 40)
  announcePlace()
  await expect.element(page.getByRole('button', { name: 'Read', exact: true })).toBeVisible()
  await close()
  readBook(priced.id, 3)
  await open('/books/reap-in-joy')
  await expect.element(page.getByRole('button', { name: 'Get this book for $4.50' })).toBeVisible()
})
