// @module-tag full
import { afterAll, beforeAll, expect } from 'vitest'
import { site as settings } from '#site/site.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone] = VIEWPORTS

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: 'The founder’s own', author: settings.founder.name.toUpperCase().replace(' ', '  ') })
  await site.publishBook({ title: 'Of another', author: 'Rudo Dube' })
})
afterAll(() => site?.close())

test('the founder’s page lists the founder’s books only; other names have no such page', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto(`/books-by-${settings.founder.slug}`)
  expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual(['The founder’s own'])
  expect((await page.goto('/books-by-rudo-dube'))?.status()).toBe(404)
})
