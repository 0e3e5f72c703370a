import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers } from '#tests/support/accessibility.ts'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { storePageTexts } from '#tests/support/page-texts.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildAudio, buildPdf } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'

const [phone] = VIEWPORTS
const TITLE = 'Rain on the granary'
const PRICED = 'What the miller kept'
const PAGES = 9
/** Console errors about missing page images are expected, since the books of this test have none. */
const NO_PAGES = /404 \(Not Found\)/
const SPOKEN = new File(['WEBVTT\n\n00:01.000 --> 00:04.000\nWelcome\n\n00:42.000 --> 00:45.000\nsorghum keeps for years'], 'talk.vtt')

let database: Awaited<ReturnType<typeof copyTemplate>>
let site: Site
beforeAll(async () => {
  database = await copyTemplate()
  site = await openSite({ DATABASE_URL: database.url, RENDITIONS: 'off' })
  const [free, priced] = await Promise.all([
    site.publishBook({ title: TITLE, pdf: await buildPdf({ pages: PAGES, title: TITLE }) }),
    site.publishBook({ title: PRICED, price: '4', pdf: await buildPdf({ pages: 80, title: PRICED }) }),
    site.publishPodcast({ title: 'Grain talk', audio: buildAudio({ seconds: 60 }), transcript: SPOKEN }),
  ])
  const pages = Array.from({ length: PAGES }, (_, index) => (index === 6 ? 'She counted the swallows twice.' : 'Nothing of the kind.'))
  await storePageTexts(database.url, free.pdfUrl, pages)
  await storePageTexts(database.url, priced.previewUrl ?? '', ['The hopper turns.', 'Dust on the sieve.'])
  await storePageTexts(database.url, priced.pdfUrl, ['The hopper turns.', 'Dust on the sieve.', ...Array(60).fill('A millstone sings.')])
})
afterAll(async () => {
  await site?.close()
  await database?.drop()
})

async function search(page: Page, words: string) {
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
  const box = page.getByRole('searchbox', { name: 'Search books' })
  await box.fill(words)
  await box.press('Enter')
}
const result = (page: Page, title: string) => page.getByRole('main').getByRole('article').filter({ hasText: title })

test('words on a page are found through the header, and the result opens the book at that page', { tags: ['full', 'oldest'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: NO_PAGES })
  await search(page, 'counting swallow')
  await page.getByText('1 result found').waitFor()
  const found = result(page, TITLE)
  expect(await found.locator('mark').allTextContents()).toEqual(['counted', 'swallows'])
  await found.getByRole('link', { name: 'Page 7' }).click()
  await page.getByRole('button', { name: `Page 7 of ${PAGES}`, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  // Back returns to the results; Forward returns to the book's page without reopening the book.
  await page.goBack()
  await found.waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('words spoken in an episode are found, and the result plays the episode from that second', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone)
  await search(page, 'sorghum')
  await result(page, 'Grain talk').getByRole('link', { name: 'At 0:42' }).click()
  await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
  await expect.poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(41.5)
})

test('a search with a typo in a word of a title or description still finds the book', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone)
  await search(page, 'granery')
  await result(page, TITLE).waitFor()
  await search(page, 'qqzzxx vvkkjj')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await search(page, 'discplines')
  await result(page, TITLE).waitFor()
})

test('search results of a priced book link to pages of the preview and only count the matching pages outside the preview', {
  tags: ['full'],
}, async () => {
  const { page } = await site.profile(phone, { mayComplain: NO_PAGES })
  await search(page, 'millstone')
  const found = result(page, PRICED)
  await found.getByText('At least 50 pages in the book').waitFor()
  expect(await found.locator('mark').count()).toBe(0)
  expect(await (await ask(`${site.url}/search?q=millstone`)).text()).not.toContain('sings')
  await search(page, 'sieve')
  await found.getByRole('link', { name: 'Page 2' }).click()
  await page
    .getByRole('dialog', { name: PRICED })
    .getByText(/^First \d+ of \d+ pages/)
    .waitFor()
  await page.getByRole('button', { name: /^Page 2 of / }).waitFor()
})

test("the page of a book searches the book's text and opens the book at the match", { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: NO_PAGES })
  const hits = [{ page: 7, text: ['She ', 'counted', ' the swallows twice.'], count: 1 }]
  await page.route('**/pages/search?q=counted', (route) => route.fulfill({ json: { hits, total: 1, isComplete: true, suggestion: null } }))
  await page.goto('/books/rain-on-the-granary')
  await page.getByText('Search in this book').click()
  const box = page.getByRole('searchbox', { name: 'Words to find' })
  await box.fill('counted')
  await box.press('Enter')
  await page.getByText(/^\d+ hits? on 1 page:$/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Page 7' }).click()
  await page.getByRole('button', { name: `Page 7 of ${PAGES}`, exact: true }).waitFor()
})
