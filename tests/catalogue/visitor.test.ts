import { describe, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test as base } from '#tests/support/browser-test.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { openSite } from '#tests/support/site.ts'

const LONG_TITLE = `${'كتاب الحكمة '.repeat(12)}📖👩🏾‍🌾 The Founder’s Way `.padEnd(300, 'x')

// biome-ignore lint/correctness/noEmptyPattern: a fixture takes others by destructuring, and these none.
const test = base.extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
  const shop = await openSite()
  onCleanup(shop.close)
  await shop.publishBook({ title: LONG_TITLE })
  await shop.publishBook({ title: 'A free book' })
  await shop.publishBook({ title: 'The founder’s own', author: 'RUVIMBO  chikomo' })
  await shop.publishBook({ title: 'Of patience', author: 'Ruvimbo Chikomo', categories: 'Ladies Empowerment' })
  return shop
})

const phone = VIEWPORTS[0]
const desktop = VIEWPORTS[1]

test('with blocked storage, a chosen currency applies to the current visit only, and a message says so', { tags: ['full'] }, async ({
  shop: site,
}) => {
  const { page } = await site.profile(phone)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  await page.goto('/')
  await page.getByLabel('Currency').selectOption('ZWG')
  await page.getByText('Currency changed to ZWG').waitFor()
  await page.getByText('This browser can’t save settings, so the currency applies to this visit only.').waitFor()
  expect(await page.getByLabel('Currency').inputValue()).toBe('ZWG')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await page.waitForURL('**/bookshop')
  expect(await page.getByLabel('Currency').inputValue()).toBe('ZWG')
  const read = page.getByRole('button', { name: /^Read\b(?! aloud)/ }).first()
  const [asked] = await Promise.all([page.waitForRequest('**/api/get-next-action'), read.click()])
  expect(asked.postDataJSON()).toMatchObject({ currency: 'ZWG' })
})

test('terms, privacy and refunds are linked from the footer of every page', { tags: ['full'] }, async ({ shop: site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/purchases')
  for (const name of ['Terms', 'Privacy', 'Refunds']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
})

test('the bookshop excludes the founder’s books, counts, filters and is searchable by URL', { tags: ['oldest'] }, async ({ site }) => {
  const { page } = await site.profile(desktop)
  await page.goto('/bookshop')
  await page.getByText('9 books found').waitFor()
  expect(await page.getByText('The founder’s own').count()).toBe(0)
  await page.getByRole('searchbox').fill('PRICED')
  await page.getByText('1 book found').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('PRICED')
  await page.getByLabel('Category').selectOption('Gents Empowerment')
  await page.getByText('0 books found').waitFor()
  await page.goto('/bookshop?q=patience')
  await page.getByText('1 book found').waitFor()
})

test('a search that finds only the founder’s books links to their page with the same search', { tags: ['full', 'oldest'] }, async ({
  shop: site,
}) => {
  const { page } = await site.profile(phone)
  await page.goto('/bookshop')
  // The search covers categories as well as titles and authors.
  await page.getByRole('searchbox').fill('ladies empowerment')
  await page.getByRole('heading', { name: 'On the founder’s shelf' }).waitFor()
  await page.getByText('0 books found').waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await page.getByRole('link', { name: 'See the book by Ruvimbo Chikomo' }).click()
  await page.waitForURL('**/books-by-ruvimbo-chikomo?q=ladies+empowerment')
  await page.getByText('1 book found for “ladies empowerment”').waitFor()
  expect(await page.getByRole('article').getByRole('heading').allTextContents()).toEqual(['Of patience'])
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'All books by Ruvimbo Chikomo' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
  await page.goBack()
  await page.getByText('1 book found for “ladies empowerment”').waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
})

test('without scripts, an empty category links to the founder’s books in it, while a search without matches shows no such link', {
  tags: ['full'],
}, async ({ shop: site }) => {
  const textOf = async (path: string) => (await (await fetch(`${site.url}${path}`)).text()).replaceAll(/<!--.*?-->/g, '')
  const empty = await textOf('/bookshop?category=Ladies+Empowerment')
  expect(empty).toContain('This category has one of them, and none of our other books.')
  expect(empty).toContain('href="/books-by-ruvimbo-chikomo?category=Ladies+Empowerment"')
  expect(await textOf('/books-by-ruvimbo-chikomo?category=Ladies+Empowerment')).toContain('1 book found in Ladies Empowerment')
  const nowhere = await textOf('/bookshop?q=nowhere+to+be+found')
  expect(nowhere).toContain('No books found')
  expect(nowhere).not.toContain('On the founder’s shelf')
})

test('a priced book leads to its checkout page, with no secret in the URL, and its first pages can be read', {
  tags: ['full', 'oldest'],
}, async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/bookshop?q=priced')
  await page.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await page.waitForURL('**/checkout/*')
  const clientId = await page.evaluate(() => localStorage.getItem('clientID'))
  expect(clientId).toMatch(/^[\w-]{22,}$/)
  expect(page.url()).not.toContain(clientId ?? '')
  await page.getByText('$4.50').first().waitFor()
  await page.getByRole('button', { name: 'Pay $4.50' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: /first pages/i }).click()
  await page.getByRole('button', { name: 'Page 1 of 8' }).waitFor()
  expect(await page.getByRole('link', { name: 'Download PDF' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('opening a book deleted since the page was loaded shows an error and leaves the card usable', { tags: ['full'] }, async ({
  shop: site,
}) => {
  const book = await site.publishBook({ title: 'Soon gone', pdf: await buildPdf({ pages: 5, title: 'Gone' }) })
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await page.goto('/bookshop?q=gone')
  const card = page.getByRole('article').filter({ hasText: 'Soon gone' })
  await card.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await page.getByText('Page 1 of 5').waitFor()
  await page.keyboard.press('Escape')
  expect((await site.remove(`/books/${book.id}`)).status).toBe(204)
  await card.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await page.getByText('Failed to determine next action, retry.').waitFor()
  expect(await card.getByRole('button', { name: /^Read\b(?! aloud)/ }).isEnabled()).toBe(true)
})

test('an unknown URL responds 404 with a page of the site’s design', { tags: ['full'] }, async ({ shop: site }) => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('banner').count()).toBe(1)
  expect(await findBarriers(page)).toEqual([])
  // The header is transparent over the hero scene, on unknown program pages too.
  for (const path of ['/no-such-page', '/programs/no-such-program']) {
    expect((await page.goto(path))?.status()).toBe(404)
    const ground = () => page.getByRole('banner').evaluate((header) => getComputedStyle(header).backgroundColor)
    await expect.poll(ground, { message: path }).toBe('rgba(0, 0, 0, 0)')
  }
})

describe('the viewer at each window size', () => {
  const sizes = [...VIEWPORTS, { width: 320, height: 640 }]

  test('the open viewer has no accessibility violation', { tags: ['full'] }, async ({ shop: site }) => {
    const { page } = await site.profile(phone)
    await page.goto('/bookshop?q=free')
    await page.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
    await page.getByText('Page 1 of 3').waitFor()
    await inEachSize(page, async ({ width }) => expect(await findBarriers(page), `${width}`).toEqual([]), sizes)
  })
})
