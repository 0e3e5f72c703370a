// @module-tag full

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { OrderDetails, OrderSummary, SalesRow } from '#contracts/shop/order-admin.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { endSession, openArea, signInAgain, signInAt } from '#tests/support/admin-area.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { waitForStillness } from '#tests/support/focus.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { ask } from '#tests/support/run-app.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone, desktop] = VIEWPORTS

let site: Site
let book: string
beforeAll(async () => {
  site = await openSite()
  book = (await site.publishBook({ title: 'Sow in Season', price: '7.99' })).id
  const asOf = new Date(Date.now() - 3_600_000).toISOString()
  for (const zwgPerUsd of ['26.7431', '30']) await call('/rates', { zwgPerUsd, source: 'Reserve Bank', asOf }, site.headers)
})
afterAll(() => site?.close())

/** Returns a unique text for names, so that no other order or book matches, including leftovers of an earlier attempt of a test. */
const mark = () => randomUUID().slice(0, 8)

async function call<Answer>(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await ask(`${site.url}/api${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return response.json() as Promise<Answer>
}

/** Starts a payment for a book. The returned `act` sends an action of the buyer, such as paying, to the test gateway. */
async function buy(email: string, productId = book) {
  const { clientId } = await call<{ clientId: string }>('/get-client-id', {})
  const wish = { productId, clientId, product: 'book', currency: 'USD', returnUrl: `${site.url}/bookshop` }
  const open = async () => (await call<{ action: string }>('/get-next-action', wish)).action
  const id = new URL(await open()).pathname.replace('/checkout/', '')
  await call(`/orders/${id}/payments`, { gateway: 'test', method: 'web', email }, { 'client-id': clientId })
  const { attempts } = await call<OrderDetails>(`/admin/orders/${id}`, undefined, site.headers)
  return { id, clientId, open, act: (action: string) => call(`/sandbox-gateway/payments/${attempts[0]?.reference}`, { action }) }
}

/** Stores the buyer's client id in a browser, which then owns the purchases from the next page load on. */
const becomeBuyer = (page: Page, clientId: string) => page.addInitScript((id) => localStorage.setItem('clientID', id), clientId)

async function openOrder(page: Page, email: string) {
  await openArea(page, `orders?q=${encodeURIComponent(email)}`)
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Sow in Season' }).waitFor()
}

test('the dialog for deleting an item states how many buyers keep access; after permanent deletion, buyers see that the item was removed', async () => {
  const title = `Taken Off ${mark()}`
  const { id } = await site.publishBook({ title, price: '2' })
  const { clientId, act } = await buy('nomsa@reader.example', id)
  await act('pay')
  // The receipt is awaited, because the buyer's page displays the receipt number only once the receipt has been written.
  await newestMail(site.dataDir, 'nomsa@reader.example', /receipt/i)
  // Visitors get 410 for an item in the bin, and 404 for one that was deleted for good.
  const { page } = await site.profile(phone, { mayComplain: /404|410/ })
  await signInAt(page, site.credentials)
  await openArea(page, `books?q=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('One buyer owns it and can open it until then.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted successfully').waitFor()

  await becomeBuyer(page, clientId)
  await page.goto('/purchases')
  await page.getByRole('button', { name: `Read ${title}` }).waitFor()
  expect((await site.remove(`/admin/books/${id}`)).status).toBe(204)
  await page.reload()
  await page
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByText(/no longer on the site/)
    .waitFor()
  expect(await page.getByRole('button', { name: `Read ${title}` }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toMatch(/^mailto:.*Receipt%20Trial%20\d+/)
  expect(await findBarriers(page)).toEqual([])
})

test('a payment is found, checked with its gateway and marked as refunded, with the keyboard alone', async () => {
  const email = `rudo-${mark()}@reader.example`
  const { id, open, act } = await buy(email)
  await act('pay')
  // The page doesn't poll for the receipt, so the receipt must have been sent before it opens.
  await newestMail(site.dataDir, email, /receipt/i)
  const { page } = await site.profile(phone)
  await signInAt(page, site.credentials)
  await openOrder(page, email)
  await page.getByRole('button', { name: 'Check with the payment service now' }).press('Enter')
  await page.getByRole('status').getByText('Paid').waitFor()
  await page.getByText(new RegExp(`^No\\. (Trial )?\\d+, .* not sent to ${email}: the site has no mail server`)).waitFor()
  expect(await open()).toBe('view')

  await page.getByText('Messages from the payment service').first().press('Enter')
  expect(await page.locator('main').textContent()).not.toMatch(/hash|signature/i)

  const reason = `The file was damaged, says ${email}`
  await page.getByRole('button', { name: 'Mark as refunded…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Mark this payment as refunded?' })
  await dialog.getByRole('button', { name: 'Mark as refunded' }).press('Enter')
  await dialog.getByText('Enter a reason.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Mark as refunded' }).press('Enter')
  await page.getByText(reason).waitFor()
  expect(await open()).not.toBe('view')

  await page.getByRole('link', { name: 'Orders', exact: true }).first().press('Enter')
  await page.getByRole('listitem').filter({ hasText: email }).getByText('Refunded', { exact: true }).waitFor()
  // The focus returns to the link of the order.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toContain(id)
  await openArea(page, 'activity?noun=order')
  const entry = page.getByRole('listitem').filter({ hasText: reason })
  await entry.getByText('Demonstration Admin marked a payment for “Sow in Season” as refunded:').waitFor()
})

test('an administrator grants an item to a buyer and revokes the grant', async () => {
  const name = `grace-${mark()}`
  const { page } = await site.profile(phone)
  await signInAt(page, site.credentials)
  await openArea(page, 'orders')
  await page.getByRole('button', { name: 'Grant an item' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Grant an item' })
  await dialog.getByRole('button', { name: 'Grant item' }).press('Enter')
  for (const message of ['Enter an email address.', 'Choose an item.', 'Enter a reason for the grant.'])
    await dialog.getByText(message).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Email address').fill(`${name.toUpperCase()}@Reader.example`)
  await dialog.getByLabel('Item', { exact: true }).fill('nothing like it')
  await dialog.getByText('No items for sale match.').waitFor()
  await dialog.getByLabel('Item', { exact: true }).fill('sow')
  await dialog.getByRole('button', { name: /^Sow in Season/ }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose another')
  await dialog.getByLabel('Reason').fill('Paid in cash at the launch')
  await dialog.getByRole('button', { name: 'Grant item' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Sow in Season' }).waitFor()
  await page.getByText(`${name}@reader.example`).waitFor()
  await page.getByText('Paid in cash at the launch').waitFor()

  await page.getByRole('button', { name: 'Revoke grant…' }).press('Enter')
  const revoking = page.getByRole('dialog', { name: 'Revoke this grant?' })
  await revoking.getByLabel('Reason').fill('A mistake')
  await revoking.getByRole('button', { name: 'Revoke grant' }).press('Enter')
  await page.getByText('Revoked').waitFor()
  const [order] = await call<OrderSummary[]>(`/admin/orders?q=${name}`, undefined, site.headers)
  expect(order).toMatchObject({ state: 'superseded', email: `${name}@reader.example` })
})

test('when the session expires in an open form, signing in again returns to the form with its input restored', async () => {
  const email = `ruth-${mark()}@reader.example`
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))
  await signInAt(page, site.credentials)
  await openArea(page, 'orders?q=sow')
  await page.getByRole('button', { name: 'Grant an item' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Grant an item' })
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Item', { exact: true }).fill('sow')
  await dialog.getByRole('button', { name: /^Sow in Season/ }).press('Enter')
  await dialog.getByLabel('Reason').fill('Paid in cash')
  await endSession(page)
  await dialog.getByRole('button', { name: 'Grant item' }).press('Enter')
  await signInAgain(page, site.credentials)
  await page.waitForURL('**/admin/orders?q=sow')
  await page.getByRole('button', { name: 'Grant an item' }).press('Enter')
  await dialog.getByText('Your unsaved changes were restored.').waitFor()
  expect(await dialog.getByLabel('Email address').inputValue()).toBe(email)
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('Paid in cash')
  await waitForStillness(page.locator('body'))
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Grant item' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Sow in Season' }).waitFor()
  await expect.poll(drafts).toEqual([])

  const address = page.url()
  await page.getByRole('button', { name: 'Revoke grant…' }).press('Enter')
  const revoking = page.getByRole('dialog', { name: 'Revoke this grant?' })
  await revoking.getByLabel('Reason').fill('A mistake')
  await endSession(page)
  await revoking.getByRole('button', { name: 'Revoke grant' }).press('Enter')
  await signInAgain(page, site.credentials)
  await page.waitForURL(address)
  await page.getByRole('button', { name: 'Revoke grant…' }).press('Enter')
  // The reason is polled, because the dialog renders before its draft is restored.
  await expect.poll(() => revoking.getByLabel('Reason').inputValue()).toBe('A mistake')
  await page.keyboard.press('Escape')
  await expect.poll(drafts).toEqual([])

  await openArea(page, 'rates')
  await page.getByLabel('ZWG for one US dollar').fill('31')
  await page.getByText('Import a table of rates').press('Enter')
  await page.getByLabel('Rows').fill('2026-01-05,25.1,Bank')
  await endSession(page)
  await page.getByRole('button', { name: 'Add rate' }).press('Enter')
  await signInAgain(page, site.credentials)
  await page.waitForURL('**/admin/rates')
  await expect.poll(() => page.getByLabel('ZWG for one US dollar').inputValue()).toBe('31')
  await expect.poll(() => page.getByLabel('Rows').inputValue()).toBe('2026-01-05,25.1,Bank')
  await expect.poll(() => page.getByLabel('Rows').isVisible()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
})

test('an exchange rate is added; a rate that deviates strongly must be confirmed; a table of rates is imported completely or not at all', async () => {
  // A separate site is used, because exchange rates are never removed.
  const shop = await openSite()
  onTestFinished(() => shop.close())
  const { page, complaints } = await shop.profile(phone)
  await signInAt(page, shop.credentials)
  await openArea(page, 'rates')
  await page.getByText('ZWG is not offered, because there is no rate yet.').waitFor()
  await page.getByRole('button', { name: 'Add rate' }).press('Enter')
  await page.getByText('Enter the rate as a number').waitFor()
  await page.getByLabel('ZWG for one US dollar').fill('26.7431')
  await page.getByLabel('Source').fill('Reserve Bank')
  await page.getByRole('button', { name: 'Add rate' }).press('Enter')
  const current = page.getByRole('region', { name: 'Current rate' })
  await current.getByText('26.7431').waitFor()
  await current.getByText('ZWG is offered.').waitFor()

  await page.getByLabel('ZWG for one US dollar').fill('30')
  await page.getByRole('button', { name: 'Add rate' }).press('Enter')
  const waiting = page.getByRole('region', { name: 'Unconfirmed rate' })
  await waiting.getByText('12.18% more').waitFor()
  await current.getByText('26.7431').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await waiting.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm the rate' }).press('Enter')
  await current.getByText('30.0000').waitFor()
  await expect.poll(() => waiting.count()).toBe(0)

  await page.getByText('Import a table of rates').press('Enter')
  await page.getByLabel('Rows').fill('2026-01-05,25.1,Bank\nyesterday,25.2,Bank')
  await page.getByRole('button', { name: 'Import' }).press('Enter')
  await page.getByText('Row 2: Enter the day of the rate.').waitFor()
  await page.getByLabel('CSV file').setInputFiles({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('date,rate,source\n2026-01-05,25.1,Bank\n2026-01-06,25.2,Bank\n'),
  })
  await page.getByRole('button', { name: 'Import' }).press('Enter')
  await page.getByText('2 rates added.').waitFor()
  await page.getByText('5 January 2026').waitFor()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('the server responded with a status of 400 (Bad Request)')])
})

/** Sells an item in person, since payments of the test gateway are in no sum. Returns the API path of the payment. */
async function sell(productId: string, amount: string) {
  const sale = { email: `${mark()}@reader.example`, product: 'book', productId, amount, currency: 'USD', method: 'cash' }
  const payment = { ...sale, paidOn: shopTime().dayOf(new Date()) }
  const { id, attempts } = await call<OrderDetails>('/admin/orders/payments', payment, site.headers)
  return `/admin/orders/${id}/attempts/${attempts[0]?.id}`
}

test('sales are drawn as a chart, listed in a table with the same numbers, and downloaded', async () => {
  const rows = await call<SalesRow[]>('/admin/sales', undefined, site.headers)
  const before = rows.filter(({ currency }) => currency === 'USD').reduce((sum, { sold }) => sum + sold, 0)
  const title = `Often Bought ${mark()}`
  const { id: kept } = await site.publishBook({ title, price: '7.99' })
  const { id: deleted } = await site.publishBook({ title: `Deleted Since ${mark()}`, price: '2' })
  for (const [item, amount] of [
    [kept, '7.99'],
    [kept, '7.99'],
    [deleted, '2'],
  ] as const)
    await sell(item, amount)
  await call(`${await sell(kept, '7.99')}/refunded`, { reason: 'A mistake' }, site.headers)
  expect((await site.remove(`/books/${deleted}`)).status).toBe(204)
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await page.getByRole('link', { name: 'Sales' }).click()
  const dollars = page.getByRole('region', { name: 'US dollars' })
  await dollars.getByText(`${before + 4} sold`).waitFor()
  expect(await dollars.getByRole('img').getAttribute('aria-label')).toContain('the table below has the same numbers')
  expect(await dollars.locator('svg g:has(> title)').count()).toBe(12)
  const items = dollars.getByRole('table', { name: 'By item, in US dollars' })
  const cells = items.getByRole('row').filter({ hasText: title }).getByRole('cell')
  expect(await cells.allTextContents()).toEqual(['3', '$23.97', '$7.991 refund', '$15.98'])

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()])
  expect(download.suggestedFilename()).toMatch(/^sales-\d{4}-\d{2}-\d{4}-\d{2}\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('USD,book,')

  await page.getByLabel('Period').selectOption('Last year')
  await page.getByText('Nothing was sold or refunded in this period.').waitFor()
})

test('the pages for sales and rates have no accessibility violation and no horizontal scrolling at any window size', async () => {
  const { page } = await site.profile(phone)
  await signInAt(page, site.credentials)
  for (const path of ['sales', 'rates']) {
    await openArea(page, path)
    await page.getByRole('main').getByText('Loading').waitFor({ state: 'detached' })
    await inEachSize(page, async ({ width }) => {
      expect(await findBarriers(page), `${path}, ${width}`).toEqual([])
      expect(await overflows(page), `${path}, ${width}`).toBe(false)
    })
  }
})
