import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { UNANSWERED } from '#tests/support/browser.ts'
import {
  act,
  buy,
  card,
  choose,
  EPISODE,
  findAgain,
  goToGateway,
  HOUSE,
  leadsToPurchases,
  newAddress,
  openShop,
  phone,
  RAIN,
} from '#tests/support/browser-shop.ts'
import { test } from '#tests/support/browser-test.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { ask } from '#tests/support/run-app.ts'
import type { Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

let site: Site
beforeAll(async () => {
  site = await openShop()
})
afterAll(() => site?.close())

/** Collects the requests for owned items that the page sends after this call. */
function watchOwnership(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/owned-items') && calls.push(request.url()))
  return calls
}

test('a visitor buys in dollars, reads, loses the browser’s data, restores the purchase with a code, and loses access by a refund', {
  tags: ['oldest'],
}, async () => {
  const email = newAddress('rudo')
  const { context, page } = await site.profile(phone)
  const asked = watchOwnership(page)
  await page.goto('/bookshop')
  await card(page, HOUSE).getByText('$1,204.50', { exact: true }).waitFor()
  expect(await leadsToPurchases(page)).toBe(false)
  await choose(page, HOUSE)
  // A browser in which no priced item was chosen owns nothing and sends no request.
  expect(asked).toEqual([])
  await page.getByText('$1,204.50', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Pay $1,204.50' }).waitFor()
  const gateway = await goToGateway(page, email)
  await page.getByText('no real money').waitFor()
  await page.getByText('$1,204.50', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await act(page, 'Pay The payment arrives immediately')
  await page.getByRole('button', { name: 'Open it now' }).click()
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, 5)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  const receipt = await newestMail(site.dataDir, email, /receipt/i)
  for (const words of [HOUSE.split(' ')[0], 'Paid: $1,204.50']) expect(receipt).toContain(words)

  // The card is updated without a page load.
  await card(page, HOUSE).getByText('Yours', { exact: true }).waitFor()
  expect(await card(page, HOUSE).getByText('$1,204.50').count()).toBe(0)
  expect(await leadsToPurchases(page)).toBe(true)

  asked.length = 0
  await page.reload()
  await card(page, HOUSE)
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await card(page, HOUSE).getByText('Yours', { exact: true }).waitFor()
  await expect.poll(() => asked.length).toBe(1)
  // The served document is the same for every visitor.
  const served = await (await ask(page.url())).text()
  expect([served.includes('$1,204.50'), served.includes('Yours')]).toEqual([true, false])
  // Owned items are requested once per document, however many client navigations follow.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await card(page, RAIN).getByText('$3.00', { exact: true }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Podcasts' }).click()
  await card(page, EPISODE).getByText('$1.50', { exact: true }).waitFor()
  expect(asked).toHaveLength(1)
  expect(await leadsToPurchases(page)).toBe(true)
  await context.close()

  const other = await site.profile(phone)
  await findAgain(other.page, email, site)
  expect(await leadsToPurchases(other.page)).toBe(true)
  await other.page.getByRole('button', { name: `Read ${HOUSE}` }).click()
  await showsPage(other.page, 1, 5)
  await other.page.keyboard.press('Escape')
  await other.page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await card(other.page, HOUSE).getByText('Yours', { exact: true }).waitFor()

  const bank = await other.context.newPage()
  await bank.goto(gateway)
  await act(bank, 'Refund')
  await bank.getByRole('heading', { name: 'This purchase was refunded' }).waitFor()
  await bank.close()
  await other.page.goto('/bookshop')
  await card(other.page, HOUSE).getByText('$1,204.50', { exact: true }).waitFor()
  await expect.poll(() => leadsToPurchases(other.page)).toBe(false)
})

/** Simulates browser settings that block all site data. */
async function blockStorage({ context }: { context: BrowserContext }) {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError')
        },
      })
  })
  await context.route('**/api/get-client-id', async (route) => {
    const response = await route.fetch()
    const { 'set-cookie': _, ...headers } = response.headers()
    // The cookie is cleared, because `route.fetch` stores it in the browser context even if the page's response lacks the header.
    await context.clearCookies()
    await route.fulfill({ response, headers })
  })
}

test('a browser that blocks storage shows a warning, opens a purchase immediately, and opens it again through the link in the receipt', {
  tags: ['full'],
}, async () => {
  const email = newAddress('chipo')
  const profile = await site.profile(phone, { mayComplain: new RegExp(`${UNANSWERED.source}|Blocked|local storage|404`) })
  await blockStorage(profile)
  const { page } = profile
  await choose(page, HOUSE)
  await page.getByText(/^This browser does not save anything for this site\./).waitFor()
  await goToGateway(page, email)
  await act(page, 'Pay The payment arrives immediately')
  await page.getByRole('button', { name: 'Open it now' }).click()
  await showsPage(page, 1, 5)

  const receipt = (await newestMail(site.dataDir, email, /receipt/i)).replace(/=\r\n/g, '').replaceAll('=3D', '=')
  const [link = ''] = /\/checkout\/[\w-]+#key=[\w.-]+/.exec(receipt) ?? []
  await page.goto('/bookshop')
  await page.goto(link)
  await page.getByRole('heading', { name: 'You own this' }).waitFor()
  await page.getByText('You can open it here now, and in any browser with the link in the email that we sent you.').waitFor()
  await page.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await showsPage(page, 1, 5)
})

test('no URL during a purchase contains the client id, a grant or an email address', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  page.on('request', (request) => request.isNavigationRequest() && addresses.push(request.url()))
  await buy(page, HOUSE, 'tariro@example.com')
  await page.waitForURL('**/bookshop?q=*')
  const clientId = (await page.evaluate(() => localStorage.getItem('clientID'))) ?? ''
  expect(clientId).toMatch(/^[\w-]{22,}$/)
  expect(addresses.length).toBeGreaterThan(3)
  for (const address of addresses) {
    expect(address).not.toContain(clientId)
    expect(address).not.toMatch(/token|signature|grant|example\.com/)
  }
})
