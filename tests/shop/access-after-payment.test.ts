import RssParser from 'rss-parser'
import { afterAll, beforeAll, expect } from 'vitest'
import { DEFAULT_ZONE } from '#contracts/shop/default-zone.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, UNANSWERED } from '#tests/support/browser.ts'
import {
  act,
  buy,
  card,
  desktop,
  EPISODE,
  goToGateway,
  HOUSE,
  leadsToPurchases,
  newAddress,
  openShop,
  PAGES,
  phone,
  RAIN,
} from '#tests/support/browser-shop.ts'
import { test } from '#tests/support/browser-test.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import type { Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

let site: Site
beforeAll(async () => {
  site = await openShop()
})
afterAll(() => site?.close())

/** Returns the time of day ten minutes after `now`, in the shop's time zone. */
const inTenMinutes = (now: number) =>
  new Date(now + 600_000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: DEFAULT_ZONE })

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
  // Requests are sent without the browser's cookie, as by a podcast app.
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

test.each(['withdrawn', 'in the bin'])('each address of a book %s leads its owner to the book, and is gone for others', async (state) => {
  const title = `Kept ${state}`
  const book = await site.publishBook({ title, price: '9' })
  const { page } = await site.profile(phone, { mayComplain: /410/ })
  await buy(page, title, newAddress('owner'))
  await page
    .getByRole('button', { name: 'Open it now' })
    .or(page.getByText(/^Page 1 of \d+$/))
    .waitFor()
  const change = async (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const changed = await fetch(`${site.url}/api/books/${book.id}`, { method: 'PATCH', headers: site.headers, body })
    expect(changed.status).toBe(200)
  }
  await change({ slug: `${book.slug}-2` })
  if (state === 'withdrawn') await change({ state })
  else await site.remove(`/books/${book.id}`)

  for (const address of [`${book.slug}-2`, book.slug, book.id]) {
    expect((await fetch(`${site.url}/books/${address}`)).status).toBe(410)
    await page.goto(`/books/${address}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await page.getByRole('button', { name: `Read ${title}` }).click()
  await page.getByText(/^Page 1 of \d+$/).waitFor()

  const stranger = await site.profile(phone, { mayComplain: /410/ })
  await stranger.page.goto(`/books/${book.slug}`)
  await stranger.page.getByRole('heading', { name: 'This is no longer on our shelves' }).waitFor()
})

test('an expired signed URL is renewed without losing the page; after a refund the viewer reports that access has ended', {
  tags: ['full'],
}, async () => {
  const { context, page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  const gateway = await buy(page, RAIN, 'rumbi@example.com')
  await page.waitForURL('**/bookshop?q=*')
  await showsPage(page, 1, PAGES)

  // A pause makes the next signed URL differ, because signed URLs contain their expiry in whole seconds.
  await page.waitForTimeout(1100)
  // The first grant is rejected as if it had expired.
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

test('the code form survives a reload while the email is read, and the second newest code still works', {
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
  const [, until = ''] = /until (\d\d:\d\d) \(Harare time\)/.exec(mail.replace(/=\r?\n/g, '')) ?? []
  expect([inTenMinutes(before), inTenMinutes(Date.now())]).toContain(until)

  await other.page.reload()
  await other.page.getByText(/a code is on its way to .* It is valid until \d\d:\d\d\./).waitFor()
  await expect.poll(() => other.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await other.page.getByText(/^Send another code in \d+ s$/).waitFor()
  expect([await findBarriers(other.page), await overflows(other.page)]).toEqual([[], false])
  // A second code is requested, as by a visitor who lost the form.
  await other.page.getByRole('button', { name: 'Use another address' }).click()
  await other.page.getByLabel('Your email address').fill(email)
  await other.page.getByRole('button', { name: 'Send me a code' }).click()
  await code.fill(subject.exec(mail)?.[1] ?? '')
  await other.page.getByRole('button', { name: 'Show my purchases' }).click()
  await other.page.getByText('Your purchases are here.').waitFor()
  await other.page.reload()
  await other.page.getByLabel('Your email address').waitFor()
})
