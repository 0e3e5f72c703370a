import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Order } from '#contracts/shop/order.ts'
import { expectToFitEachSize, findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

type Attempt = NonNullable<Order['attempt']>

const ABOUT = `Two people and one roof. ${'What is built in a quarrel stands crooked. '.repeat(12)}\n\nIt ends well.`
const WEB = { gateway: 'sandbox', method: 'web' } as const
const ECOCASH = { gateway: 'sandbox', method: 'ecocash' } as const

function buildOrder(changes: Partial<Order> = {}): Order {
  return {
    id: 'one',
    state: 'unpaid',
    product: { kind: 'book', id: 'book-1', title: 'A House for Two' },
    amount: { currency: 'USD', minor: 120_450 },
    priceMinor: 120_450,
    rate: null,
    quote: 'stands',
    offers: [
      { currency: 'USD', amountMinor: 120_450, refused: null },
      { currency: 'ZWG', amountMinor: null, refused: 'no_rate' },
    ],
    ways: [WEB, ECOCASH],
    email: null,
    attempt: null,
    receiptNumber: null,
    refundedMinor: 0,
    returnUrl: `${location.origin}/bookshop`,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

function buildAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    state: 'open',
    ...WEB,
    phone: null,
    address: '/sandbox-gateway/1',
    instructions: null,
    reason: null,
    expiresAt: null,
    ...changes,
  }
}

async function openCheckout(changes: Partial<Order>, answers: Record<string, unknown> = {}, path = '/checkout/one') {
  const api = openFakeApi({
    '/orders/one': buildOrder(changes),
    '/books/book-1': buildBook({ title: 'A House for Two', price: 1204.5, description: ABOUT, previewUrl: 'preview.pdf' }),
    '/owned-items': { items: [] },
    ...answers,
  })
  const { unmount } = await openPage(path)
  return { ...api, unmount }
}

const pay = page.getByRole('button', { name: 'Pay $1,204.50' })
const email = page.getByLabelText('Your email address')
const heading = (name: string | RegExp) => page.getByRole('heading', { name })

test('a checkout displays the price and the description of its item', async () => {
  await openCheckout({})
  await expect.element(heading('A House for Two')).toBeVisible()
  await expect.element(pay).toBeVisible()
  await expect.element(page.getByText('$1,204.50').first()).toBeVisible()
  const about = page.getByText('About this book')
  await expect.element(about).toBeVisible()
  await expect
    .poll(() =>
      page
        .getByText('It ends well.')
        .elements()
        .filter((part) => part.checkVisibility()),
    )
    .toEqual([])
  await about.click()
  await expect.element(page.getByText(/It ends well\.$/)).toBeVisible()
  await expectToFitEachSize()
})

test('a checkout mentions before the payment that a book requires a password', async () => {
  const locked = buildBook({ title: 'A House for Two', price: 1204.5, encrypted: true, pageCount: null })
  const { unmount } = await openCheckout({}, { '/books/book-1': locked })
  const notice = page.getByText(/^A password is needed to open this book/)
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ask us for it' })).toHaveAttribute('href', '/contact')
  await unmount()
  await openCheckout({})
  await expect.element(pay).toBeVisible()
  expect(notice.elements()).toEqual([])
})

test('the payment form works by keyboard alone; a missing email address is refused beside its field', async () => {
  await openCheckout({})
  await expect.element(pay).toBeVisible()
  ;(page.getByRole('radio', { name: 'Test payment' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'EcoCash test' })).toBeChecked()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('radio', { name: 'Test payment' })).toBeChecked()
  await userEvent.tab()
  await expect.element(email).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter an email address.')).toBeVisible()
  await expect.element(email).toHaveFocus()
  await userEvent.keyboard('ruth@example.com')
  await expect.element(page.getByText('Enter an email address.')).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(pay).toHaveFocus()
})

test.each([
  [{ state: 'failed', reason: 'The card was declined.' }, /^The payment did not go through: The card was declined\./],
  [{ state: 'cancelled' }, /^The payment with the test gateway was not completed\./],
  [{ state: 'expired' }, /^The payment has expired\./],
] satisfies [Partial<Attempt>, RegExp][])(
  'after an attempt that ended as %o the form is displayed again, filled in',
  async (attempt, words) => {
    await openCheckout({ email: 'farai@example.com', attempt: buildAttempt(attempt) })
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    await expect.element(email).toHaveValue('farai@example.com')
    await expect.element(pay).toBeVisible()
    await expectToFitEachSize()
  },
)

test('an open payment can be continued, or cancelled to pay another way', async () => {
  await openCheckout(
    { state: 'paying', attempt: buildAttempt() },
    {
      '/orders/one/check': buildOrder({ state: 'paying', attempt: buildAttempt() }),
      '/orders/one/cancel': buildOrder({ attempt: buildAttempt({ state: 'cancelled' }) }),
    },
  )
  await expect.element(heading('Payment in progress')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Continue payment' })).toHaveAttribute('href', '/sandbox-gateway/1')
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect.element(pay).toBeVisible()
  expect(page.getByText(/was not completed/).elements()).toEqual([])
})

test('a payment by phone requires a number, displays the gateway’s refusal, and waits for confirmation', async () => {
  const sent: unknown[] = []
  const refused = buildOrder({ attempt: buildAttempt({ ...ECOCASH, state: 'failed', reason: 'Insufficient balance' }) })
  const asked = buildOrder({ state: 'paying', attempt: buildAttempt({ ...ECOCASH, address: null }) })
  const results = [refused, asked]
  const api = await openCheckout(
    {},
    {
      '/get-next-action': { action: `${location.origin}/checkout/one` },
      '/orders/one/payments': (_: URL, body: string) => {
        sent.push(JSON.parse(body))
        api.answers['/orders/one'] = results[0]
        return results.shift()
      },
      '/orders/one/check': asked,
    },
  )
  await page.getByRole('radio', { name: 'EcoCash test' }).click()
  await email.fill('blessing@example.com')
  await pay.click()
  await expect.element(page.getByText('Enter the phone number to pay from.')).toBeVisible()
  const phone = page.getByLabelText('Phone number to pay from')
  await expect.element(phone).toHaveFocus()
  expect(sent).toEqual([])
  await phone.fill('0774 444 444')
  await pay.click()
  await expect.element(page.getByText(/Insufficient balance/)).toBeVisible()
  await expect.element(phone).toHaveValue('0774 444 444')
  await phone.fill('0777 654 321')
  await pay.click()
  await expect.element(heading('Waiting for a simulated phone')).toHaveFocus()
  await expectToFitEachSize()
  expect(sent).toMatchObject([{ ...ECOCASH, email: 'blessing@example.com', phone: '0774 444 444' }, { phone: '0777 654 321' }])
})

test('an open payment displays the phone number and the email address of the receipt', async () => {
  const attempt = buildAttempt({ ...ECOCASH, address: null, phone: '0777654321' })
  const paying = buildOrder({ state: 'paying', email: `${'farai.'.repeat(20)}x@example.com`, attempt })
  await openCheckout(paying, { '/orders/one/check': paying })
  await expect.element(page.getByText('0777 654 321')).toBeVisible()
  await expect.element(page.getByText(`${paying.email}`)).toBeVisible()
  await expectToFitEachSize()
})

test('a payment that the bank is processing displays a waiting state and no other payment method', async () => {
  const processing = buildOrder({
    state: 'paying',
    email: 'farai@example.com',
    attempt: buildAttempt({ state: 'processing', gateway: 'stripe' }),
  })
  await openCheckout(processing, { '/orders/one/check': processing })
  await expect.element(heading('Your bank is processing the payment')).toBeVisible()
  await expect.element(page.getByText('Don’t pay again.', { exact: false })).toBeVisible()
  expect(page.getByRole('button', { name: /Pay/ }).elements()).toEqual([])
  expect(page.getByRole('link', { name: 'Continue payment' }).elements()).toEqual([])
  await expectToFitEachSize()
})

/** Blocks localStorage, as in a browser whose settings block all site data. */
function blockStorage() {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    const original = Storage.prototype[method] as (...given: unknown[]) => never
    vi.spyOn(Storage.prototype, method).mockImplementation(function (this: Storage, ...given: unknown[]) {
      if (this === localStorage) throw new DOMException('Blocked', 'SecurityError')
      return original.apply(this, given)
    })
  }
}

test('a browser without storage displays before the payment how the item opens later', async () => {
  blockStorage()
  await openCheckout({})
  await expect.element(page.getByText(/^This browser does not save anything for this site\./)).toBeVisible()
  await expect.element(pay).toBeVisible()
  await expectToFitEachSize()
})

test('a browser without storage opens the order by the gateway’s return URL, and opens the item', async () => {
  blockStorage()
  const claims: unknown[] = []
  const paid = buildOrder({ state: 'paid', receiptNumber: 12, email: 'simba@example.com' })
  const answers = {
    '/orders/one': refuse(404, 'not_found'),
    'POST /orders/one/claim': (_url: URL, body: string) => {
      claims.push(JSON.parse(body))
      return paid
    },
  }
  await openCheckout({}, answers, '/checkout/one?back=paid&key=signed')
  await expect.element(heading('Thank you')).toBeVisible()
  expect(claims).toEqual([{ key: 'signed' }])
})

test.each([
  [false, 'You can open it in this browser at any time.'],
  [true, 'You can open it here now, and in any browser with the link in the email that we sent you.'],
])('the link in an email opens the order and states where it opens again; without browser storage: %s', async (blocked, words) => {
  if (blocked) blockStorage()
  else localStorage.setItem('clientID', 'x'.repeat(32))
  const answers = {
    '/orders/one': refuse(404, 'not_found'),
    'POST /orders/one/claim': buildOrder({ state: 'granted', email: 'g@example.com' }),
  }
  await openCheckout({}, answers, '/checkout/one#key=signed')
  await expect.element(heading('You own this')).toBeVisible()
  await expect.element(page.getByText(words, { exact: false })).toBeVisible()
})

test('a link with an invalid key leads to the purchases', async () => {
  const refused = refuse(400, 'invalid_request', [{ field: 'key', message: 'This link is invalid or has expired.' }])
  await openCheckout({}, { '/orders/one': refuse(404, 'not_found'), 'POST /orders/one/claim': refused }, '/checkout/one#key=old')
  await expect.element(page.getByRole('link', { name: 'Find my purchases' })).toBeVisible()
})

test('polling for a slow payment survives a lost connection, and the thanks are displayed once', async () => {
  localStorage.setItem('paying', 'one')
  const paying = buildOrder({ state: 'paying', attempt: buildAttempt({ ...ECOCASH, address: null }) })
  const api = await openCheckout(paying, { '/orders/one/check': paying })
  await expect.element(page.getByText('Waiting for confirmation from the test gateway')).toBeVisible()
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  // The response to a check in flight resets the offline state.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('offline'))
      return document.body.textContent
    })
    .toContain('There is no connection. Nothing is lost: this page continues automatically')
  line.mockRestore()
  api.answers['/owned-items'] = { items: [{ product: 'book', id: 'book-1' }] }
  api.answers['/orders/one/check'] = buildOrder({ state: 'paid', receiptNumber: 12, email: 'simba@example.com' })
  window.dispatchEvent(new Event('online'))
  await expect.element(heading('Thank you')).toHaveFocus()
  await expect.element(page.getByText('Receipt number 12, sent to simba@example.com.')).toBeVisible()
  expect(await findViolations()).toEqual([])
  expect(localStorage.getItem('paying')).toBeNull()
})

test.each([
  ['opens by itself', false],
  ['stays closed when the buyer stays on the page', true],
])('an item that was just bought %s', async (_outcome, stays) => {
  localStorage.setItem('paying', 'one')
  const { calls } = await openCheckout(
    { state: 'paid', receiptNumber: 12 },
    {
      '/owned-items': { items: [{ product: 'book', id: 'book-1' }] },
      '/books': [],
      // The response never arrives: the viewer itself has tests of its own.
      '/get-next-action': () => new Promise(() => undefined),
    },
  )
  const thanks = heading('Thank you')
  await expect.element(thanks).toBeVisible()
  if (stays) {
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await expect.element(page.getByRole('button', { name: 'Open it now' })).toHaveFocus()
  }
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
  if (!stays) {
    await expect.poll(() => thanks.elements()).toEqual([])
    return expect.poll(() => calls).toContain('/get-next-action')
  }
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await expect.element(thanks).toBeVisible()
})

test('reopening the order of an owned item displays that it is owned', async () => {
  await openCheckout(
    { state: 'paid', receiptNumber: 12, email: 'kuda@example.com', refundedMinor: 150 },
    { '/owned-items': { items: [{ product: 'book', id: 'book-1' }] } },
  )
  await expect.element(heading('You own this')).toBeVisible()
  await expect.element(page.getByText('$1.50 of it was refunded to you.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Read', exact: true })).toBeVisible()
  expect(pay.elements()).toEqual([])
  await expectToFitEachSize()
})

test.each([
  [{ state: 'refunded' }, 'This purchase was refunded', 'Buy it again'],
  [{ state: 'disputed' }, 'This payment is in dispute', undefined],
] satisfies [Partial<Order>, string, string | undefined][])('an order with %o displays its status', async (changes, title, button) => {
  await openCheckout(changes)
  await expect.element(heading(title)).toBeVisible()
  if (button) await expect.element(page.getByRole('button', { name: button })).toBeVisible()
  await expectToFitEachSize()
})

test('paying for an item that was removed during checkout displays that it is no longer for sale, without a Pay button', async () => {
  const api = await openCheckout({}, { '/orders/one/payments': refuse(404, 'not_found') })
  await email.fill('rudo@example.com')
  api.answers['/orders/one'] = buildOrder({ quote: 'gone' })
  await pay.click()
  await expect.element(heading('This book is no longer for sale')).toHaveFocus()
  await expect.element(page.getByText(/Nothing was charged\.$/)).toBeVisible()
  expect(page.getByRole('button', { name: /^Pay |first pages/ }).elements()).toEqual([])
  await page.viewport(320, 640)
  expect([await findViolations(), overflows()]).toEqual([[], false])
  await page.viewport(360, 740)
  await expect.element(page.getByRole('link', { name: 'Go to the bookshop' })).toHaveAttribute('href', '/bookshop')
})

test('a price that changes during checkout is displayed, and can be paid with one click', async () => {
  await page.viewport(320, 640)
  const priced = (id: string, minor: number) => buildOrder({ id, amount: { currency: 'USD', minor }, priceMinor: minor })
  const api = await openCheckout(
    { quote: 'changed', amount: { currency: 'USD', minor: 900 } },
    {
      '/orders/two': priced('two', 650),
      '/orders/three': priced('three', 525),
      '/get-next-action': { action: `${location.origin}/checkout/two` },
      '/orders/two/payments': refuse(409, 'conflict'),
    },
  )
  await expect.element(page.getByText('The price has changed: it was $9.00, and is $6.50 now. Nothing was charged.')).toHaveFocus()
  expect([await findViolations(), overflows()]).toEqual([[], false])
  await email.fill('rudo@example.com')
  api.answers['/get-next-action'] = { action: `${location.origin}/checkout/three` }
  await page.getByRole('button', { name: 'Pay $6.50' }).click()
  await expect.element(page.getByText('The price has changed: it was $6.50, and is $5.25 now. Nothing was charged.')).toHaveFocus()
  await expect.element(email).toHaveValue('rudo@example.com')
  await expect.element(page.getByRole('button', { name: 'Pay $5.25' })).toBeVisible()
  await page.viewport(360, 740)
})

test('ZWG is disabled with a reason until there is a rate, then charged at that rate', async () => {
  const rate = { zwgPerUsd: '26.7431', asOf: '2026-01-01T10:00:00.000Z', source: 'Reserve Bank' }
  const api = await openCheckout({}, { '/get-next-action': { action: `${location.origin}/checkout/two` } })
  await expect.element(page.getByText('You can’t pay in ZWG right now: there is no exchange rate yet.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'ZWG' })).toBeDisabled()

  const offers: Order['offers'] = [
    { currency: 'USD', amountMinor: 700, refused: null },
    { currency: 'ZWG', amountMinor: 18_720, refused: null },
  ]
  api.answers['/orders/one'] = buildOrder({ amount: { currency: 'USD', minor: 700 }, priceMinor: 700, offers })
  api.answers['/orders/two'] = buildOrder({ id: 'two', amount: { currency: 'ZWG', minor: 18_720 }, priceMinor: 700, rate, offers })
  await api.unmount()
  await openPage('/checkout/one')
  await email.fill('chipo@example.com')
  await page.getByRole('button', { name: 'ZWG' }).click()
  await expect.element(page.getByRole('button', { name: 'Pay ZWG 187.20' })).toBeVisible()
  await expect.element(page.getByText(/^\$7\.00 at 26\.7431 ZWG for one US dollar\. Rate of .*Reserve Bank/)).toBeVisible()
  await expect.element(email).toHaveValue('chipo@example.com')
})

test.each([
  ['without a gateway', [], 'Online payment is not available yet'],
  ['too small for every gateway', [{ currency: 'USD', amountMinor: 49, refused: 'too_small' }], 'This amount is too small to pay online'],
] satisfies [string, Order['offers'], string][])('a checkout %s displays how to buy directly', async (_, offers, title) => {
  await openCheckout({ ways: [], offers, amount: { currency: 'USD', minor: 49 } })
  await expect.element(heading(title)).toBeVisible()
  expect(page.getByRole('button', { name: /^Pay / }).elements()).toEqual([])
  await expectToFitEachSize()
})

test('another browser’s order is not displayed, and a link leads to the purchases', async () => {
  await openCheckout({}, { '/orders/one': refuse(404, 'not_found') })
  await expect.element(heading('This order belongs to another browser')).toBeVisible()
  expect(page.getByText('A House for Two').elements()).toEqual([])
  await expectToFitEachSize()
  await page.getByRole('link', { name: 'Find my purchases' }).click()
  await expect.element(heading('Already bought?')).toBeVisible()
})
