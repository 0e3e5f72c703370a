// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { press } from '#tests/support/component/press.ts'

const BOOKS = Array.from({ length: 120 }, (_, index) => buildBook({ id: `book-${index}`, title: `Book number ${index}` }))
const EDITED = BOOKS[83] as (typeof BOOKS)[number]

const rows = () => document.querySelectorAll('main li[id^=row-]').length
const editLink = page.getByRole('link', { name: 'Edit Book number 83' })

/** Opens the book list, loads its second page and scrolls to a row of that page. */
async function openLongList() {
  openFakeApi({
    '/books': BOOKS,
    '/authors': [],
    '/contact': { delivery: 'simulate' },
    '/books/book-83': EDITED,
    'PATCH /books/book-83': EDITED,
  })
  const opened = await openAdminPage('/admin/books')
  await press(page.getByRole('button', { name: 'Show more' }))
  await expect.poll(rows).toBe(100)
  editLink.element().scrollIntoView({ block: 'center' })
  return { ...opened, scrollY: window.scrollY }
}

async function expectSamePlace(scrollY: number) {
  await expect.element(editLink).toHaveFocus()
  expect(rows()).toBe(100)
  expect(Math.abs(window.scrollY - scrollY)).toBeLessThan(2)
}

test('activating “Show more” with the keyboard moves the focus to the first new row', async () => {
  await openLongList()
  await expect.element(page.getByRole('link', { name: 'Edit Book number 50' })).toHaveFocus()
})

test('saving an item returns to its row at the same scroll position, and Back does not reopen the form', async () => {
  const { scrollY, go, expectAddress } = await openLongList()
  await editLink.click()
  await page.getByLabelText('Title').fill('Book number 83, again')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await expectAddress('/admin/books')
  await expectSamePlace(scrollY)
  go(-1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  // Back leads to the list's previous history entry. Browsers skip this entry; the test router reloads the list's first page instead.
  await expectAddress('/admin/books')
  await expect.poll(rows).toBeGreaterThan(0)
})

test.each(['Cancel', 'Books', 'Back'])('“%s” returns from the form to the item’s row at the same scroll position', async (way) => {
  const { scrollY, go, expectAddress } = await openLongList()
  await editLink.click()
  await expect.element(page.getByLabelText('Title')).toBeVisible()
  if (way === 'Back') go(-1)
  else await userEvent.click(page.getByRole('main').getByRole('link', { name: way, exact: true }))
  await expectAddress('/admin/books')
  await expectSamePlace(scrollY)
})

test('Back from another section restores the loaded rows and the scroll position of the list', async () => {
  const { scrollY, go, expectAddress } = await openLongList()
  go('/admin/authors')
  await expectAddress('/admin/authors')
  await expect.poll(rows).toBe(0)
  go(-1)
  await expect.poll(rows).toBe(100)
  await expect.poll(() => Math.abs(window.scrollY - scrollY)).toBeLessThan(2)
})

test('Back from an item’s statistics restores the scroll position of the statistics page before the figures are loaded again', async () => {
  const counts = { viewed: 9, opened: 3, finished: 1, previewed: 0, listenedSeconds: 0, bought: 1 }
  const items = BOOKS.slice(0, 60).map(({ id, title }) => ({ kind: 'book', id, title, ...counts }))
  const report = { from: '2026-11-01', to: '2026-11-10', unit: 'day', total: counts, times: [{ time: '2026-11-02', ...counts }] }
  const { hold } = openFakeApi({
    '/admin/statistics': { ...report, items, sources: [] },
    '/admin/statistics/book/book-50': { ...report, title: 'Book number 50', sources: [] },
  })
  const { go, expectAddress } = await openAdminPage('/admin/statistics')
  const link = page.getByRole('link', { name: 'Book number 50' })
  await expect.element(link).toBeInTheDocument()
  link.element().scrollIntoView({ block: 'center' })
  const { scrollY } = window
  expect(scrollY).toBeGreaterThan(500)
  await link.click()
  await expectAddress('/admin/statistics/book/book-50')
  await expect.element(page.getByRole('heading', { name: 'Book number 50' })).toBeVisible()
  const release = hold()
  go(-1)
  await expect.element(link).toBeInTheDocument()
  await expect.poll(() => Math.abs(window.scrollY - scrollY)).toBeLessThan(2)
  release()
})
