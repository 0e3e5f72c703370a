import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { SHOP_ZONE } from '#contracts/shop/shop-time.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { closeByEscape } from '#tests/support/focus.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildLargePdf, buildPdf, toForm } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

const HOUSE = 'A House for Two'
const SEASON = 'Sow in Season'
const RAIN = 'Crossing Before Rain'
const EPISODE = 'Money talks for newlyweds'
const PAGES = 12
const ABOUT = `Two people and one roof. ${'What is built in a quarrel stands crooked. '.repeat(12)}\n\nIt ends well.`

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: HOUSE, price: '1204.5', description: ABOUT, pdf: await buildPdf({ pages: 5, title: HOUSE }) })
  await site.publishBook({ title: RAIN, price: '3', pdf: await buildLargePdf({ pages: PAGES, title: RAIN }) })
  await site.publishPodcast({ title: EPISODE, price: '1.5' })
})
afterAll(() => site?.close())

const phone = VIEWPORTS[0]
const desktop = VIEWPORTS[1]
/** Unique address, also across repeated attempts of the same test. */
const newAddress = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** Collects requests for the owned items from here on. */
function watchOwnership(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/owned-items') && calls.push(request.url()))
  return calls
}

/** Returns whether the header, or the phone menu, links to the purchases. */
async function leadsToPurchases(page: Page): Promise<boolean> {
  const link = { name: 'My purchases' }
  if ((page.viewportSize()?.width ?? 0) > 1000) return page.getByRole('banner').getByRole('link', link).isVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Contact' }).waitFor()
  const found = await menu.getByRole('link', link).isVisible()
  await closeByEscape(page, menu)
  await menu.waitFor({ state: 'detached' })
  return found
}

/** Opens the checkout of a book from the bookshop. */
async function choose(page: Page, title: string): Promise<void> {
  await page.goto(`/bookshop?q=${encodeURIComponent(title)}`)
  await card(page, title).getByRole('button', { name: 'Read', exact: true }).click()
  await page.waitForURL('**/checkout/*')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Submits the checkout form and follows it to the test gateway. Returns the URL of its page. */
async function goToGateway(page: Page, email: string): Promise<string> {
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  return page.url()
}

const act = (page: Page, action: string) => page.getByRole('button', { name: new RegExp(`^${action}`) }).click()

async function buy(page: Page, title: string, email: string): Promise<string> {
  await choose(page, title)
  const gateway = await goToGateway(page, email)
  await act(page, 'Pay The payment arrives immediately')
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  return gateway
}

/** Restores the purchases of an email address in this browser. */
async function findAgain(page: Page, email: string, { dataDir }: Site = site): Promise<void> {
  await page.goto('/purchases')
  await page.getByText('No purchases in this browser yet.').waitFor()
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByText(/If we know this address, a code is on its way/).waitFor()
  const [, code = ''] = /^Subject: (\d{8}) is your code/m.exec(await newestMail(dataDir, email, /^Subject: \d{8} is your code/m)) ?? []
  await page.getByRole('textbox', { name: 'Code' }).fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await page.getByRole('button', { name: 'Show my purchases' }).click()
  await page.getByText('Your purchases are here.').waitFor()
}

/** Time of day in ten minutes, in the shop's time zone. */
const inTenMinutes = (now: number) =>
  new Date(now + 600_000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: SHOP_ZONE })

test('a visitor buys in dollars, reads, loses the browser’s data, recovers the book with a code, and loses access by a refund', {
  tags: ['oldest'],
}, async () => {
  const email = newAddress('rudo')
  const { context, page } = await site.profile(phone)
  const asked = watchOwnership(page)
  await page.goto('/bookshop')
  await card(page, HOUSE).getByText('$1,204.50', { exact: true }).waitFor()
  expect(await leadsToPurchases(page)).toBe(false)
  await choose(page, HOUSE)
  // A browser that never chose a priced item owns nothing and sends no request.
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

  // Updated without a page load: the card stayed mounted.
  await card(page, HOUSE).getByText('Yours', { exact: true }).waitFor()
  expect(await card(page, HOUSE).getByText('$1,204.50').count()).toBe(0)
  expect(await leadsToPurchases(page)).toBe(true)

  asked.length = 0
  await page.reload()
  await card(page, HOUSE).getByRole('button', { name: 'Read', exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await card(page, HOUSE).getByText('Yours', { exact: true }).waitFor()
  await expect.poll(() => asked.length).toBe(1)
  // The served document is the same for every visitor.
  const served = await (await ask(page.url())).text()
  expect([served.includes('$1,204.50'), served.includes('Yours')]).toEqual([true, false])
  // Requested once per document, however many client navigations follow.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await card(page, RAIN).getByText('$3.00', { exact: true }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Podcasts' }).click()
  await card(page, EPISODE).getByText('$1.50', { exact: true }).waitFor()
  expect(asked).toHaveLength(1)
  expect(await leadsToPurchases(page)).toBe(true)
  await context.close()

  const other = await site.profile(phone)
  await findAgain(other.page, email)
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
    // The fetching context stores the cookie, whatever the page receives.
    await context.clearCookies()
    await route.fulfill({ response, headers })
  })
}

test('a browser that blocks storage is warned, opens a purchase immediately, and opens it again by the link in the receipt', {
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
  await page.getByRole('button', { name: 'Read', exact: true }).click()
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

test('after a declined and an abandoned payment the form is filled in again, and paying succeeds', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  await goToGateway(page, 'farai@example.com')
  await act(page, 'Decline')
  await page.getByText(/The payment did not go through/).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await goToGateway(page, 'farai@example.com')
  await act(page, 'Cancel')
  await page.getByText(/The payment with the test gateway was not completed/).waitFor()
  expect(await page.getByLabel('Your email address').inputValue()).toBe('farai@example.com')
  await page.getByRole('button', { name: 'Pay $1,204.50' }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  await act(page, 'Pay The payment arrives immediately')
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, 5)
})

test('a late payment whose tab was closed and whose time ran out unlocks the book on the next visit', { tags: ['full'] }, async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  const order = page.url()
  const gateway = await goToGateway(page, 'tendai@example.com')
  await page.close()

  const bank = await context.newPage()
  await bank.goto(gateway)
  await act(bank, 'Expire')
  await bank.getByText(/The payment has expired/).waitFor()
  await bank.goto(gateway)
  await act(bank, 'Pay late')
  await bank.getByRole('heading', { name: 'Thank you' }).waitFor()
  await bank.close()

  const back = await context.newPage()
  const answer = Promise.withResolvers<void>()
  await back.route('**/api/owned-items', async (route) => {
    await answer.promise
    await route.continue()
  })
  await back.goto('/bookshop')
  // The card and its contents don't move when its state changes to owned.
  const places = () => Promise.all([card(back, HOUSE), card(back, HOUSE).getByRole('button').last()].map((part) => part.boundingBox()))
  await card(back, HOUSE).getByText('$1,204.50', { exact: true }).waitFor()
  await back.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await places()
  answer.resolve()
  await card(back, HOUSE).getByText('Yours', { exact: true }).waitFor()
  expect(await places()).toEqual(before)
  await card(back, HOUSE).getByRole('button', { name: 'Read', exact: true }).click()
  await showsPage(back, 1, 5)
  await back.goto(order)
  await back.getByRole('heading', { name: 'You own this' }).waitFor()
  // A browser that lost its script-writable storage is recognized by its cookie.
  await back.evaluate(() => localStorage.clear())
  await back.goto('/bookshop')
  await card(back, HOUSE).getByText('Yours', { exact: true }).waitFor()
})

test('the page waits for a delayed payment, also offline, and then opens the book by itself', { tags: ['full'] }, async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  await goToGateway(page, 'simba@example.com')
  await act(page, 'Pay with a delay')
  await page.getByRole('heading', { name: /^Waiting for confirmation/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await context.setOffline(true)
  await page.getByText('There is no connection.').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 })
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, 5)
})

test('an owned episode plays in a podcast app until it is refunded; its feed URL is created, copied, replaced and revoked', {
  tags: ['full'],
}, async () => {
  const { context, page } = await site.profile(phone, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/podcasts')
  await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  await page.waitForURL('**/checkout/*')
  const gateway = await goToGateway(page, newAddress('tariro'))
  await act(page, 'Pay The payment arrives immediately')
  await page.getByRole('button', { name: 'Open it now' }).click()
  await page.waitForURL('**/podcasts')
  await page.goto('/purchases')
  const section = page.getByRole('region', { name: 'Listen in your podcast app' })
  await section.getByRole('button', { name: 'Create my address' }).click()
  const copy = async () => {
    await section.getByRole('button', { name: 'Copy address' }).click()
    await section.getByText('Address copied').waitFor()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const address = await copy()
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
  // Fetches without the browser's cookie, like a podcast app.
  const episode = async (feed: string) => {
    const { items } = await new RssParser().parseString(await (await fetch(feed)).text())
    return items.find(({ title }) => title === EPISODE)?.enclosure?.url ?? ''
  }
  const status = async (url: string) => (await fetch(url, { headers: { range: 'bytes=0-99' } })).status
  const first = await episode(address)
  expect(await status(first)).toBe(206)

  await section.getByRole('button', { name: 'Replace the address' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('stops working immediately').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await question.getByRole('button', { name: 'Replace it' }).click()
  await section.getByText('This is your new address.').waitFor()
  expect([(await fetch(address)).status, await status(first)]).toEqual([404, 403])
  const replaced = await copy()
  expect(replaced).not.toBe(address)
  // The feed URL is still available after a reload.
  await page.reload()
  expect(await copy()).toBe(replaced)

  const second = await episode(replaced)
  expect(await status(second)).toBe(206)
  const bank = await context.newPage()
  await bank.goto(gateway)
  await act(bank, 'Refund')
  await bank.getByRole('heading', { name: 'This purchase was refunded' }).waitFor()
  await bank.close()
  expect(await status(second)).toBe(403)
  expect(await episode(replaced)).toBe('')
  await page.reload()
  await section.getByRole('button', { name: 'Revoke the address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke it' }).click()
  await section.getByText('The address was revoked.').waitFor()
  expect((await fetch(replaced)).status).toBe(404)
})

test('an expired signed URL is renewed without losing the page; after a refund the viewer reports that access has ended', {
  tags: ['full'],
}, async () => {
  const { context, page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  const gateway = await buy(page, RAIN, 'rumbi@example.com')
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, PAGES)

  // Signed URLs contain their expiry in whole seconds: one requested within the same second would be identical.
  await page.waitForTimeout(1100)
  // Responds to the first grant as if its hour were over.
  let refused = 0
  const expired = new Set<string>()
  await page.route('**/api/media/**?grant=*', async (route) => {
    const grant = new URL(route.request().url()).searchParams.get('grant') ?? ''
    if (expired.size === 0) expired.add(grant)
    if (!expired.has(grant)) return route.continue()
    refused += 1
    return route.fulfill({ status: 403, json: { status: 403, title: 'Expired', code: 'forbidden' } })
  })
  for (let number = 2; number <= 4; number++) {
    await page.keyboard.press('ArrowRight')
    await showsPage(page, number, PAGES)
  }
  expect(refused).toBeGreaterThan(0)

  const bank = await context.newPage()
  await bank.goto(gateway)
  await act(bank, 'Refund')
  await bank.getByRole('heading', { name: 'This purchase was refunded' }).waitFor()
  expect(await findBarriers(bank)).toEqual([])
  await bank.close()
  await page.bringToFront()
  await page.keyboard.press('End')
  await page.getByText(/You can no longer read this/).waitFor()
  await page.goto('/bookshop')
  await card(page, RAIN).getByText('$3.00', { exact: true }).waitFor()
  await expect.poll(() => leadsToPurchases(page)).toBe(false)
})

test('an unknown order responds 404 and links to the bookshop', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  expect((await page.goto('/checkout/0197a3f0-0000-7000-8000-000000000000'))?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'Order not found' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await page.getByRole('main').getByRole('link', { name: 'Go to the bookshop' }).click()
  await page.waitForURL('**/bookshop')
  // By client navigation, a checkout page fetches only the order itself.
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('.data') && asked.push(request.url()))
  await card(page, HOUSE).getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: HOUSE }).waitFor()
  expect(asked).toEqual([])
  expect((await page.reload())?.status()).toBe(200)
  await page.getByRole('heading', { level: 1, name: HOUSE }).waitFor()
})

test('the code form survives a reload while the mail is read, and the code before the newest still works', {
  tags: ['full'],
}, async () => {
  const email = newAddress('tendai')
  const { context, page } = await site.profile(phone)
  await buy(page, HOUSE, email)
  await context.close()

  const other = await site.profile(phone)
  const code = other.page.getByRole('textbox', { name: 'Code' })
  const subject = /^Subject: (\d{8}) is your code/m
  await other.page.goto('/purchases')
  await other.page.getByLabel('Your email address').fill(email)
  const before = Date.now()
  await other.page.getByRole('button', { name: 'Send me a code' }).click()
  await code.waitFor()
  const mail = await newestMail(site.dataDir, email, subject)
  const [, until = ''] = /until (\d\d:\d\d) in Zimbabwe/.exec(mail.replace(/=\r?\n/g, '')) ?? []
  expect([inTenMinutes(before), inTenMinutes(Date.now())]).toContain(until)

  await other.page.reload()
  await other.page.getByText(/a code is on its way to .* It is valid until \d\d:\d\d\./).waitFor()
  await expect.poll(() => other.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await other.page.getByText(/^Send another code in \d+ s$/).waitFor()
  expect([await findBarriers(other.page), await overflows(other.page)]).toEqual([[], false])
  // Requests a second code, like a visitor who lost the form.
  await other.page.getByRole('button', { name: 'Use another address' }).click()
  await other.page.getByLabel('Your email address').fill(email)
  await other.page.getByRole('button', { name: 'Send me a code' }).click()
  await code.fill(subject.exec(mail)?.[1] ?? '')
  await other.page.getByRole('button', { name: 'Show my purchases' }).click()
  await other.page.getByText('Your purchases are here.').waitFor()
  await other.page.reload()
  await other.page.getByLabel('Your email address').waitFor()
})

test('the test gateway reports an unknown payment', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto(`/sandbox-gateway/${'0'.repeat(32)}`)
  await page.getByRole('heading', { name: 'Payment not found' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
})

test('ZWG is disabled with a reason until there is a rate, then charged at that rate', { tags: ['full'] }, async () => {
  // A site of its own, because rates are never removed.
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

test('an item deleted during checkout has no Pay button, a message, and a link back to the shop', { tags: ['full'] }, async () => {
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

test('a pending payment can be continued, or cancelled for another payment option', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await choose(page, HOUSE)
  const order = page.url()
  await goToGateway(page, 'nyasha@example.com')
  await page.goto(order)
  await page.getByRole('heading', { name: 'Payment in progress' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Continue payment' }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  await page.goBack()
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await page.getByRole('button', { name: 'Pay $1,204.50' }).waitFor()
  expect(await page.getByText(/was not completed/).count()).toBe(0)
})

test('the page waits for a simulated phone prompt, and an episode plays', { tags: ['full'] }, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/podcasts')
  await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  await page.waitForURL('**/checkout/*')
  await page.getByRole('radio', { name: 'EcoCash test' }).check()
  await page.getByLabel('Your email address').fill('blessing@example.com')
  await page.getByRole('button', { name: 'Pay $1.50' }).click()
  await page.getByText('Enter the phone number to pay from.').waitFor()
  await page.getByLabel('Phone number to pay from').fill('0774 444 444')
  await page.getByRole('button', { name: 'Pay $1.50' }).click()
  await page.getByText(/Insufficient balance/).waitFor()
  expect(await page.getByLabel('Phone number to pay from').inputValue()).toBe('0774 444 444')
  await page.getByLabel('Phone number to pay from').fill('0777 654 321')
  await page.getByRole('button', { name: 'Pay $1.50' }).click()
  await page.getByRole('heading', { name: 'Waiting for a simulated phone' }).waitFor()
  expect(page.url()).toContain('/checkout/')
  // The thank-you page is brief and may appear during the accessibility check.
  const thanks = page.getByRole('heading', { name: 'Thank you' }).waitFor({ timeout: 60_000 })
  const [barriers] = await Promise.all([findBarriers(page), thanks])
  expect(barriers).toEqual([])
  await page.waitForURL('**/podcasts')
  await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
})
