import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { press } from '#tests/support/component/press.ts'

const BOOKS = [buildBook(), buildBook({ id: 'book-2', slug: 'two', title: 'Two' })]

test('opening a new page focuses its heading and announces its title; filtering a list does not move the focus', async () => {
  openFakeApi({ '/books': BOOKS, '/books/two': BOOKS[1], '/authors': [] })
  await openPage('/bookshop')
  const field = page.getByRole('searchbox', { name: 'Search books' })
  await expect.element(page.getByRole('link', { name: 'Two' })).toBeVisible()
  await field.fill('o')
  await expect.element(page.getByText('2 books found')).toBeVisible()
  await expect.element(field).toHaveFocus()
  document.title = 'Two · Lectern'
  await press(page.getByRole('link', { name: 'Two' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Two' })).toHaveFocus()
  await expect.element(page.getByRole('status').filter({ hasText: 'Two · Lectern' })).toBeInTheDocument()
  await press(page.getByRole('contentinfo').getByRole('link', { name: 'Authors' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Our Authors' })).toHaveFocus()
})
