import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { UNANSWERED } from '#tests/support/browser.ts'
import { act, card, choose, desktop, findAgain, HOUSE, newAddress, openShop, phone } from '#tests/support/browser-shop.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildPdf, toForm } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

const SEASON = 'Sow in Season'

let site: Site
beforeAll(async () => {
  site = await openShop()
})
afterAll(() => site?.close())

test('the page of an unknown order responds 404 and links to the bookshop', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  expect((await page.goto('/checkout/0197a3f0-0000-7000-8000-000000000000'))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Order not found' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await page.getByRole('main').getByRole('link', { name: 'Go to the bookshop' }).click()
  await page.waitForURL('**/bookshop')
  // After client navigation, a checkout page fetches only the order.
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
  await card(page, HOUSE)
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  await page.getByRole('heading', { level: 1, name: HOUSE }).waitFor()
  expect(asked).toEqual([])
  expect((await page.reload())?.status()).toBe(200)
  await page.getByRole('heading', { level: 1, name: HOUSE }).waitFor()
})

test('ZWG is disabled with a reason until there is an exchange rate, then prices are charged at that rate', {
  tags: ['full'],
}, async () => {
  // A separate site is used, because exchange rates are never removed.
  const shop = await openSite()
  onTestFinished(() => shop.close())
  await shop.publishBook({ title: SEASON, price: '7', pdf: await buildPdf({ pages: 5, title: SEASON }) })
  const email = newAddress('chipo')
  const { context, page } = await shop.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/')
  await page.getByLabel('Currency').selectOption('ZWG')
  await choose(page, SEASON)
  await page.getByText('You can’t pay in ZWG right now: there is no exchange rate yet.').waitFor()
  expect(await page.getByRole('button', { name: 'ZWG' }).isDisabled()).toBe(true)

  const response = await ask(`${shop.url}/api/rates`, {
    method: 'POST',
    headers: { ...shop.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ zwgPerUsd: '26.7431', source: 'Reserve Bank', asOf: new Date(Date.now() - 3_600_000).toISOString() }),
  })
  expect(response.status).toBe(201)

  await page.reload()
  await page.getByLabel('Your email address').fill(email)
  const dollars = page.url()
  await page.getByRole('button', { name: 'ZWG' }).click()
  await page.getByRole('button', { name: 'Pay ZWG 187.20' }).waitFor()
  expect(page.url()).not.toBe(dollars)
  expect(await page.getByLabel('Your email address').inputValue()).toBe(email)
  await page.getByText(/\$7\.00 at 26\.7431 ZWG for one US dollar\. Rate of .*Reserve Bank/).waitFor()
  await page.getByRole('button', { name: 'USD' }).click()
  await page.getByRole('button', { name: 'Pay $7.00' }).waitFor()
  await page.getByRole('button', { name: 'ZWG' }).click()
  await page.getByRole('button', { name: 'Pay ZWG 187.20' }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  await page.getByText('ZWG 187.20').waitFor()
  await act(page, 'Pay The payment arrives immediately')
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, 5)
  await context.close()

  const other = await shop.profile(desktop, { mayComplain: UNANSWERED })
  await findAgain(other.page, email, shop)
  await other.page.getByRole('button', { name: `Read ${SEASON}` }).click()
  await showsPage(other.page, 1, 5)
})

test('a price that changes during checkout is displayed and can be paid with one press', { tags: ['full'] }, async () => {
  const title = `Seed Time ${randomUUID().slice(0, 8)}`
  const book = await site.publishBook({ title, price: '4' })
  const setPrice = async (price: string) => {
    const init = { method: 'PATCH', headers: site.headers, body: toForm({ price }) }
    expect((await ask(`${site.url}/api/books/${book.id}`, init)).status).toBe(200)
  }
  const { page } = await site.profile({ width: 320, height: 640 }, { mayComplain: /409/ })
  await choose(page, title)
  await page.getByRole('button', { name: 'Pay $4.00' }).waitFor()
  for (const price of ['9', '6.5']) {
    await setPrice(price)
    await page.reload()
    await page.getByText(`and is $${Number(price).toFixed(2)} now. Nothing was charged.`).waitFor()
  }
  await page.getByText('The price has changed: it was $9.00').waitFor()
  expect([await findBarriers(page), await overflows(page)]).toEqual([[], false])

  const email = page.getByLabel('Your email address')
  await email.fill('rudo@example.com')
  await setPrice('5.25')
  await page.getByRole('button', { name: 'Pay $6.50' }).click()
  const notice = page.getByText('The price has changed: it was $6.50, and is $5.25 now. Nothing was charged.')
  await notice.waitFor()
  await expect.poll(() => notice.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await email.inputValue()).toBe('rudo@example.com')
  await page.getByRole('button', { name: 'Pay $5.25' }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  await page.getByText('$5.25', { exact: true }).waitFor()
})

test('paying for an item that was deleted during checkout charges nothing; the page then has a link back to the shop and no Pay button', {
  tags: ['full'],
}, async () => {
  const title = `Dry Season ${randomUUID().slice(0, 8)}`
  const book = await site.publishBook({ title, price: '4' })
  const { page } = await site.profile({ width: 320, height: 640 }, { mayComplain: UNANSWERED })
  await choose(page, title)
  await page.getByLabel('Your email address').fill('rudo@example.com')
  await site.remove(`/books/${book.id}`)
  await page.getByRole('button', { name: 'Pay $4.00' }).click()
  const heading = page.getByRole('heading', { name: 'This book is no longer for sale' })
  const expectGone = async () => {
    await heading.waitFor()
    await page.getByText('Nothing was charged.').waitFor()
    expect(await page.getByRole('button', { name: /^Pay |first pages/ }).count()).toBe(0)
    expect([await findBarriers(page), await overflows(page)]).toEqual([[], false])
  }
  await expectGone()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.reload()
  await expectGone()
  await page.getByRole('link', { name: 'Go to the bookshop' }).click()
  await page.waitForURL('**/bookshop')
})

test('the test gateway displays “Payment not found” for an unknown payment', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto(`/sandbox-gateway/${'0'.repeat(32)}`)
  await page.getByRole('heading', { name: 'Payment not found' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
})
