// @module-tag full
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const bought = { orderId: 'one', boughtAt: '2026-01-01T10:00:00.000Z', receiptNumber: 12, available: true, refundedAt: null }
const PURCHASE = { ...bought, product: { kind: 'book', id: 'book-1', title: 'Sow in Season' } }
const GONE = { ...bought, orderId: 'two', product: { kind: 'book', id: 'book-2', title: 'Taken Off' }, available: false }

const REFUNDED = { ...GONE, orderId: 'three', refundedAt: '2026-02-03T10:00:00.000Z' }

const openPurchases = (answers = {}) =>
  openFakeApi({
    '/purchases': { purchases: [] },
    '/purchases/codes': new Response(null, { status: 204 }),
    '/owned-items': { items: [] },
    '/personal-feed': { feed: null, elsewhere: 0, mayCreate: false },
    '/books/book-1': buildBook(),
    ...answers,
  })

const email = page.getByLabelText('Your email address')
const code = page.getByRole('textbox', { name: 'Code' })
const ask = page.getByRole('button', { name: 'Send me a code' })

test('a wrong code displays an error beside the field, and the page does not reveal whether an email address is known', async () => {
  const wrong = 'This code is wrong or has expired. Request a new one.'
  const api = openPurchases({ 'POST /purchases': refuse(400, 'invalid_request', [{ field: 'code', message: wrong }]) })
  await openPage('/purchases')
  await email.fill('nobody@')
  for (const name of ['Send me a code', 'I have a code']) {
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible()
  }
  await email.fill('nobody@example.com')
  await ask.click()
  await expect.element(page.getByText(/^If we know this address, a code is on its way/)).toBeVisible()
  await code.fill('00000000')
  await page.getByRole('button', { name: 'Show my purchases' }).click()
  await expect.element(page.getByText(wrong)).toBeVisible()
  await expect.element(code).toHaveAttribute('aria-invalid', 'true')
  await expectToFitEachSize()

  // The server rejects further code requests, but an earlier code can still be entered.
  await page.getByRole('button', { name: 'Use another address' }).click()
  await email.fill('nobody@example.com')
  api.answers['/purchases/codes'] = Response.json(
    { status: 429, code: 'too_many_requests', title: 'Several codes were requested in this browser.' },
    { status: 429, headers: { 'retry-after': '3600' } },
  )
  await ask.click()
  await expect
    .element(page.getByText(/^Several codes were requested in this browser\. Try again in 60 minutes, at \d\d:\d\d\.$/))
    .toBeVisible()
  await page.getByRole('button', { name: 'I have a code' }).click()
  await expect.element(page.getByText(/^Enter the code that we sent to/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send another code', exact: true })).toBeVisible()
})

test('a requested code can still be entered after the page was reloaded', async () => {
  openPurchases({ 'POST /purchases': { purchases: [PURCHASE, GONE] } })
  const { unmount } = await openPage('/purchases')
  await expect.element(page.getByText('No purchases in this browser yet.')).toBeVisible()
  await email.fill('tendai@example.com')
  await ask.click()
  await expect.element(code).toBeVisible()
  await unmount()
  await openPage('/purchases')
  await expect.element(page.getByText(/a code is on its way to .* It is valid until \d\d:\d\d\./)).toBeVisible()
  await expect.element(code).toHaveFocus()
  await expect.element(page.getByText(/^Send another code in \d+ s$/)).toBeVisible()
  await expectToFitEachSize()
  await code.fill('1234 5678')
  await page.getByRole('button', { name: 'Show my purchases' }).click()
  await expect.element(page.getByText('Your purchases are here. You can open them in this browser from now on.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'In this browser' })).toHaveFocus()
  await expect.element(page.getByRole('heading', { name: 'Your purchases' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Read Sow in Season' })).toBeVisible()
  await expectToFitEachSize()
})

test('open payments are listed with their state and a link to their order, above the purchases', async () => {
  const open = (orderId: string, title: string, state: string) => ({
    orderId,
    product: { kind: 'book', id: orderId, title },
    startedAt: '2026-01-02T10:00:00.000Z',
    state,
  })
  openPurchases({
    '/purchases': { purchases: [PURCHASE], open: [open('five', 'W'.repeat(90), 'open'), open('six', 'At the Bank', 'processing')] },
  })
  await openPage('/purchases')
  await expect.element(page.getByRole('heading', { name: 'Open payments' })).toBeVisible()
  await expect.element(page.getByText('Started on 2 January 2026. Not paid yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Continue W/ })).toHaveAttribute('href', '/checkout/five')
  await expect.element(page.getByText(/Your bank is still processing it, so don’t pay again\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the payment At the Bank' })).toHaveAttribute('href', '/checkout/six')
  await expect.element(page.getByRole('button', { name: 'Read Sow in Season' })).toBeVisible()
  // The form is visible once the purchases are complete.
  await expect.element(page.getByLabelText('Your email address')).toBeVisible()
  await expectToFitEachSize()
})

test('on a phone, the title of a purchase has enough space beside the cover, and the buttons are below', async () => {
  openPurchases({ '/purchases': { purchases: [PURCHASE] } })
  await page.viewport(360, 740)
  await openPage('/purchases')
  const read = page.getByRole('button', { name: 'Read Sow in Season' })
  await expect.element(read).toBeVisible()
  const title = page.getByRole('heading', { name: 'Sow in Season' }).element().getBoundingClientRect()
  expect(title.width).toBeGreaterThan(200)
  expect(read.element().getBoundingClientRect().top).toBeGreaterThan(title.bottom)
})

test.each([
  [360, 740],
  [1440, 900],
])(
  'on %i × %i pixels, the layout of a buyer’s purchases does not shift while purchases, items and the personal feed load',
  async (width, height) => {
    const episode = buildPodcast()
    const listened = { ...bought, orderId: 'four', product: { kind: 'podcast', id: episode.id, title: episode.title } }
    const api = openPurchases({
      '/purchases': { purchases: [PURCHASE, listened, GONE] },
      '/personal-feed': { feed: null, elsewhere: 0, mayCreate: true },
      [`/podcasts/${episode.id}`]: episode,
    })
    await page.viewport(width, height)
    localStorage.setItem('ownedItems', '')
    document.documentElement.setAttribute('data-owner', '')
    let shift = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) shift += (entry as PerformanceEntry & { value: number }).value
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    const release = api.hold()
    await openPage('/purchases')
    await expect.element(page.getByText('Loading').first()).toBeVisible()
    await expect.element(email).not.toBeVisible()
    observer.observe({ type: 'layout-shift' })
    release()
    await expect.element(page.getByRole('link', { name: 'Sow in Season' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Create my address' })).toBeInTheDocument()
    await expect.element(email).toBeVisible()
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    add(observer.takeRecords())
    observer.disconnect()
    document.documentElement.removeAttribute('data-owner')
    expect(shift).toBeLessThan(0.001)
  },
)

test('a refunded purchase displays the date of the refund and cannot be opened', async () => {
  openPurchases({ '/purchases': { purchases: [REFUNDED] } })
  await openPage('/purchases')
  await expect.element(page.getByText(/^Refunded on 3 February 2026\. The book no longer opens\./)).toBeVisible()
  expect(page.getByRole('button', { name: 'Read Taken Off' }).elements()).toEqual([])
  expect(page.getByText('No purchases in this browser yet.').elements()).toEqual([])
  await expectToFitEachSize()
})

test('a purchase whose item was removed from the site displays a link to contact the shop, with the receipt number', async () => {
  openPurchases({ '/purchases': { purchases: [GONE] } })
  await openPage('/purchases')
  await expect.element(page.getByText(/no longer on the site/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Read Taken Off' }).elements()).toEqual([])
  expect(page.getByRole('link', { name: 'Write to us' }).element().getAttribute('href')).toMatch(/^mailto:.*Receipt%2012/)
  await expectToFitEachSize()
})

test('the section for podcast apps appears for the buyer of an audiobook, and not for the buyer of a text', async () => {
  const { answers } = openPurchases({ '/purchases': { purchases: [PURCHASE] } })
  const { unmount } = await openPage('/purchases')
  await expect.element(page.getByRole('button', { name: 'Read Sow in Season' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Listen in your podcast app' })).not.toBeInTheDocument()
  await unmount()
  answers['/personal-feed'] = { feed: null, elsewhere: 0, mayCreate: true }
  await openPage('/purchases')
  const section = page.getByRole('region', { name: 'Listen in your podcast app' })
  await expect.element(section.getByText(/get your episodes and audiobooks, and all free ones/)).toBeVisible()
  await expect.element(section.getByRole('button', { name: 'Create my address' })).toBeVisible()
  await expectToFitEachSize()
})
