import { afterAll, beforeAll, expect } from 'vitest'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildTextBook } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

const TITLE = 'A Season of Rain'
const PAGES = 6
const [phone] = VIEWPORTS

let site: Site

beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: TITLE, price: '0', pdf: await buildTextBook({ pages: PAGES, title: TITLE }) })
})
afterAll(() => site?.close())

test('the text that the server has made of a book opens at the page that was shown, and again when the page is loaded anew', async () => {
  const { page } = await site.profile(phone)
  const text = page.getByRole('region', { name: 'Text' })
  const open = async () => {
    await page.goto('/bookshop')
    await page.getByRole('article').filter({ hasText: TITLE }).getByRole('button', { name: 'Read', exact: true }).click()
  }
  await open()
  await showsPage(page, 1, PAGES)
  await page.keyboard.press('End')
  await showsPage(page, PAGES, PAGES)
  await page.getByRole('button', { name: 'Reading view' }).tap()
  await text.getByRole('heading', { name: 'Chapter 2', exact: true }).waitFor({ state: 'attached' })
  await text.getByText(`On page ${PAGES}, `).first().waitFor()
  await page.keyboard.press('Home')
  await page.getByRole('button', { name: `Page 1 of ${PAGES}`, exact: true }).waitFor()
  await open()
  await text.getByRole('heading', { name: 'Chapter 1', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Reading view' }).getAttribute('aria-pressed')).toBe('true')
})
