import { expect } from 'vitest'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { TEXT_BOOK, TEXT_BOOK_PAGES } from '#tests/support/catalogue.ts'
import { showsPage } from '#tests/support/viewer.ts'

const [phone] = VIEWPORTS

test('the server’s reflowable text opens at the current page of the book, and again after a reload', {
  tags: ['full', 'oldest'],
}, async ({ site }) => {
  const { page } = await site.profile(phone)
  const text = page.getByRole('region', { name: 'Text' })
  const open = async () => {
    await page.goto('/bookshop')
    await page
      .getByRole('article')
      .filter({ hasText: TEXT_BOOK })
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
  }
  await open()
  await showsPage(page, 1, TEXT_BOOK_PAGES)
  await page.keyboard.press('End')
  await showsPage(page, TEXT_BOOK_PAGES, TEXT_BOOK_PAGES)
  await page.getByRole('button', { name: 'Reading view' }).tap()
  await text.getByRole('heading', { name: 'Chapter 2', exact: true }).waitFor({ state: 'attached' })
  await text.getByText(`On page ${TEXT_BOOK_PAGES}, `).first().waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: `Page 1 of ${TEXT_BOOK_PAGES}`, exact: true }).waitFor()
  await open()
  await text.getByRole('heading', { name: 'Chapter 1', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Reading view' }).getAttribute('aria-pressed')).toBe('true')
})
