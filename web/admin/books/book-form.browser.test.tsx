// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildAuthor } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const TAPIWA = buildAuthor({ name: 'Tapiwa Gumbo', books: 2 })

const openApi = () =>
  openFakeApi({
    '/books': [],
    '/contact': { delivery: 'simulate' },
    '/authors': ({ searchParams }: URL) =>
      searchParams.get('name')?.toLowerCase() === 'tapiwa gumbo' || searchParams.get('q')?.toLowerCase().startsWith('tap') ? [TAPIWA] : [],
  })

const suggestions = () => [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))

test('the book form suggests authors while a name is typed, and reports a name that has no author page', async () => {
  openApi()
  await openAdminPage('/admin/books/new')
  const author = page.getByLabelText('Author')
  await author.fill('tap')
  await expect.poll(suggestions).toEqual(['Tapiwa Gumbo'])
  await expect.element(page.getByText(/No author page has this name yet/)).toBeVisible()
  await author.fill('tapiwa gumbo')
  await expect.element(page.getByText(/No author page has this name yet/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'New author' })).toHaveAttribute('href', '/admin/authors/new')
  // The suggestion corrects the letter case of the typed name.
  await expect.poll(suggestions).toEqual(['Tapiwa Gumbo'])
  await author.fill('Tapiwa Gumbo')
  await expect.poll(suggestions).toEqual([])
})

test('the author form reports a second author with the same name', async () => {
  openApi()
  await openAdminPage('/admin/authors/new')
  await userEvent.type(page.getByLabelText('Name', { exact: true }), 'tapiwa gumbo')
  await expect.element(page.getByText(/There is already an author with this name, with 2 books/)).toBeVisible()
})
