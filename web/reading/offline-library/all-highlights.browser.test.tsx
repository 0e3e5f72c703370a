import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const highlight = (id: string, changes: object = {}) => ({
  id,
  book: 'book-1',
  part: 1,
  fromBlock: 0,
  fromOffset: 0,
  toBlock: 0,
  toOffset: 4,
  page: 3,
  quote: `Words ${id}`,
  note: '',
  title: 'The Lit Window',
  ...changes,
})
const store = (list: object[]) => localStorage.setItem('highlights', JSON.stringify(list))
const entries = page.getByRole('listitem').filter({ has: page.getByRole('blockquote') })

test('the shelf lists highlights of all books with color and page, and of one whose title is not known', async () => {
  store([
    highlight('one', { color: 'green', note: 'Mine' }),
    highlight('two', { page: 2 }),
    highlight('three', { book: 'book-2-preview', title: 'Sow in Season', quote: 'w'.repeat(80) }),
    highlight('four', { book: 'book-3', title: undefined }),
  ])
  await openPage('/shelf')
  const section = page.getByRole('region', { name: 'The Lit Window' })
  await expect.poll(() => section.getByRole('listitem').first().element().textContent).toMatch(/Words two.*Page 2.*Yellow/)
  expect(section.getByRole('listitem').nth(1).element().textContent).toMatch(/Words one.*Mine.*Page 3.*Green/)
  await expect.element(section.getByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/books/book-1#page=3')
  await expect
    .element(page.getByRole('region', { name: 'Sow in Season' }).getByRole('link'))
    .toHaveAttribute('href', '/books/book-2#page=3')
  await expect.element(page.getByRole('region', { name: 'A book without a title' })).toBeVisible()
  await expect.element(page.getByRole('searchbox', { name: 'Search your highlights' })).not.toBeInTheDocument()
  const look = async () => {
    expect(overflows()).toBe(false)
    expect(await findViolations()).toEqual([])
  }
  await inEachSize(look, [
    { width: 320, height: 640 },
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ])
})

test('many highlights are searched by words of passage, note and title, and the last of a book can be deleted and restored', async () => {
  store([
    ...Array.from({ length: 8 }, (_, index) => highlight(`${index}`)),
    highlight('lamp', { book: 'book-2', title: 'Sow', quote: 'A lâmp again', note: 'Ask Rudo' }),
  ])
  await openPage('/shelf')
  const field = page.getByRole('searchbox', { name: 'Search your highlights' })
  await field.fill('LAMP rudo')
  await expect.element(page.getByText('1 of 9')).toBeVisible()
  await expect.element(entries.getByText('A lâmp again')).toBeVisible()
  await page.getByRole('button', { name: 'Delete the highlight “A lâmp again”' }).click()
  await expect.element(page.getByText('No highlight has “LAMP rudo”.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Print' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(entries.getByText('A lâmp again')).toBeVisible()
})

test('a shelf without highlights has no section for them', async () => {
  await openPage('/shelf')
  await expect.element(page.getByRole('heading', { name: 'Your shelf' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Your highlights' })).not.toBeInTheDocument()
})
