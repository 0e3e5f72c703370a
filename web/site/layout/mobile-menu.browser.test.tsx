import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const ANSWERS = { '/books': [buildBook()], '/books/sow-in-season': buildBook(), '/authors': [] }
const button = page.getByRole('button', { name: 'Open menu' })
const menu = page.getByRole('dialog', { name: 'Menu' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

async function openMenu() {
  const api = openFakeApi({ ...ANSWERS, '/search': { results: [], total: 0, nextPage: null } })
  await openPage('/bookshop')
  await button.click()
  await expect.element(menu).toBeVisible()
  return api
}

async function isClosed() {
  await expect.element(menu).not.toBeInTheDocument()
  await expect.poll(() => getComputedStyle(document.body).pointerEvents).toBe('auto')
}

test('the Back button closes the mobile menu, stays on the page and returns focus to the menu button', async () => {
  await openMenu()
  history.back()
  await isClosed()
  await expect.element(heading('The Bookshop')).toBeVisible()
  await expect.element(button).toHaveFocus()
})

test('the mobile menu closes when a navigation that was started before opening the menu completes', async () => {
  const api = openFakeApi(ANSWERS)
  await openPage('/bookshop')
  const link = page.getByRole('link', { name: 'Sow in Season' })
  await expect.element(link).toBeVisible()
  const release = api.hold()
  await link.click()
  await expect.poll(() => api.calls).toContain('/books/sow-in-season')
  await button.click()
  await expect.element(menu).toBeVisible()
  release()
  await isClosed()
  await expect.element(heading('Sow in Season')).toBeVisible()
})

test('the mobile menu closes when a tablet is rotated and the header has space for all links', async () => {
  await page.viewport(768, 1024)
  onTestFinished(() => page.viewport(360, 740))
  await openMenu()
  await page.viewport(1024, 768)
  await isClosed()
  await expect.element(heading('The Bookshop')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Authors' }).click()
  await expect.element(heading('Our Authors')).toBeVisible()
})

test('the mobile menu has a search box that opens the search results', async () => {
  const api = await openMenu()
  await menu.getByRole('searchbox').fill('swallows')
  await userEvent.keyboard('{Enter}')
  await isClosed()
  await expect.element(heading('Search')).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('searchbox')).toHaveValue('swallows')
  expect(api.calls).toContain('/search?q=swallows')
})
