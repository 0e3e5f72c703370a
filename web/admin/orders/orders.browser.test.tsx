// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AttemptDetails } from '#contracts/shop/order-admin.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { buildAttempt, buildOrder } from '#tests/support/component/order-details.ts'
import { press } from '#tests/support/component/press.ts'

const AT = '2026-01-01T10:00:00.000Z'
const LONG = `Long ${'x'.repeat(150)}`

const GRANTED = buildOrder({
  id: 'granted',
  state: 'granted',
  amount: null,
  receipt: null,
  receiptNumber: null,
  attempts: [],
  email: 'grace@reader.example',
  grant: { reason: 'Paid in cash at the launch', by: 'Chipo Dube', at: AT, revokedAt: null },
})

const openOrders = (answers: Record<string, unknown> = {}) =>
  openFakeApi({
    '/contact': { delivery: 'simulate' },
    '/login': { token: 'another' },
    '/books': [buildBook({ price: 7.99 })],
    '/podcasts': [],
    '/admin/orders': [buildOrder()],
    '/admin/orders/one': buildOrder(),
    '/admin/orders/granted': GRANTED,
    ...answers,
  })

const dialog = page.getByRole('dialog')

test('the order list is filtered by state and text, and reports when nothing matches', async () => {
  openOrders({
    '/admin/orders': ({ searchParams }: URL) =>
      Response.json(searchParams.get('q') || searchParams.get('state') === 'refund_due' ? [] : [buildOrder()]),
  })
  const { expectAddress } = await openAdminPage('/admin/orders')
  await page.getByLabelText('Status').selectOptions('In progress')
  await expectAddress('/admin/orders?state=paying')
  await expect.element(page.getByText('1 order found')).toBeVisible()
  await page.getByLabelText('Status').selectOptions('Refund due')
  await expect.element(page.getByText('No orders match this filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByLabelText('Search item, email or number').fill('nobody@nowhere')
  await expect.element(page.getByText('No orders match “nobody@nowhere”.')).toBeVisible()
})

test('the order list stays in its place on a phone while a filter loads', async () => {
  await page.viewport(360, 740)
  const { hold } = openOrders()
  await openAdminPage('/admin/orders')
  await expect.element(page.getByText('1 order', { exact: true })).toBeVisible()
  const list = page.getByRole('region', { name: 'Orders' })
  const top = () => list.element().getBoundingClientRect().top
  const before = top()
  const release = hold()
  await page.getByLabelText('Status').selectOptions('Paid')
  await expect.element(list).toHaveAttribute('aria-busy', 'true')
  expect(top()).toBe(before)
  const count = page.getByText(/^1 order/)
  // With reduced motion, every change of a style takes a millisecond.
  await expect.poll(() => count.query()?.checkVisibility({ visibilityProperty: true }) ?? false).toBe(false)
  release()
  await expect.element(page.getByText('1 order found')).toBeVisible()
  expect(top()).toBe(before)
})

test('the order list and an order page fit every screen size and have no accessibility violations', async () => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`
  const long = buildOrder({ email, product: { kind: 'book', id: 'book-1', title: LONG } })
  openOrders({ '/admin/orders': [long], '/admin/orders/one': long })
  const { go } = await openAdminPage('/admin/orders')
  await expect.element(page.getByRole('link', { name: new RegExp(`^${LONG}`) })).toBeVisible()
  await expectToFitEachSize()
  go('/admin/orders/one')
  await expect.element(page.getByRole('heading', { level: 1, name: LONG })).toHaveFocus()
  await expectToFitEachSize()
})

test('refunded amounts appear in the order list and at the payment, and another partial refund can be recorded', async () => {
  const returns: AttemptDetails['returns'] = [
    { at: AT, kind: 'refund', amountMinor: 450, byHand: false, reason: null },
    { at: AT, kind: 'refund', amountMinor: -450, byHand: false, reason: 'expired_or_canceled_card' },
    { at: AT, kind: 'refund', amountMinor: 300, byHand: true, reason: null },
  ]
  const recorded = { at: AT, from: 'paid', to: 'paid', cause: 'admin', detail: 'Refunded: $3.00, A torn page' } as const
  const order = buildOrder({ returnedMinor: 300, attempts: [buildAttempt({ returns, events: [recorded] })] })
  const sent: unknown[] = []
  const refund = (_: URL, body: string) => {
    sent.push(JSON.parse(body))
    return order
  }
  openOrders({ '/admin/orders': [order], '/admin/orders/one': order, '/admin/orders/one/attempts/attempt/refunded': refund })
  const { go } = await openAdminPage('/admin/orders')
  await expect.element(page.getByText('$3.00 refunded')).toBeVisible()
  await expect.element(page.getByRole('listitem').getByText('Partly refunded')).toBeVisible()
  go('/admin/orders/one')
  await expect.element(page.getByText(/^\$4\.50 refunded, /)).toBeVisible()
  await expect.element(page.getByText(/^\$4\.50 refund failed \(expired or canceled card\), /)).toBeVisible()
  await expect.element(page.getByText(/^\$3\.00 refunded, recorded by an administrator, /)).toBeVisible()
  expect(page.getByText('Partly refunded').elements()).toHaveLength(2)
  await expect
    .poll(() => page.getByRole('list', { name: 'History' }).element().textContent)
    .toMatch(/^Refunded: \$3\.00, A torn page · by an administrator/)
  await expectToFitEachSize()

  await press(page.getByRole('button', { name: 'Mark as refunded…' }))
  await expect.element(dialog.getByText('Leave it empty for the remaining $4.99.')).toBeVisible()
  await dialog.getByLabelText('Amount in US dollars').fill('2,50')
  await dialog.getByLabelText('Reason').fill('A page is missing')
  await press(dialog.getByRole('button', { name: 'Mark as refunded' }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([{ reason: 'A page is missing', amount: 2.5 }])
})

test('a payment can be checked at its gateway and marked as refunded using only the keyboard', async () => {
  const sent: unknown[] = []
  openOrders({
    '/admin/orders/one/attempts/attempt/check': buildOrder(),
    '/admin/orders/one/attempts/attempt/refunded': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return buildOrder({ state: 'refunded', attempts: [buildAttempt({ state: 'refunded' })] })
    },
  })
  await openAdminPage('/admin/orders')
  await press(page.getByRole('link', { name: /^Sow in Season/ }))
  await press(page.getByRole('button', { name: 'Check with the payment service now' }))
  await expect.element(page.getByText('Checked. Nothing has changed.')).toBeVisible()
  await expect.element(page.getByText(/^No\. 12, .* sent to rudo@reader\.example on /)).toBeVisible()
  await page.getByText(/^Messages from the payment service/).click()
  await expect.element(page.getByText(/status: Paid/)).toBeVisible()

  await press(page.getByRole('button', { name: 'Mark as refunded…' }))
  const confirm = dialog.getByRole('button', { name: 'Mark as refunded' })
  await press(confirm)
  await expect.element(dialog.getByText('Enter a reason.')).toBeVisible()
  await expectToFitEachSize()
  await dialog.getByLabelText('Reason').fill('The file was damaged')
  await press(confirm)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([{ reason: 'The file was damaged' }])
  await press(page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }))
  // The row of the opened order has the focus after the return to the list.
  await expect.element(page.getByRole('link', { name: /^Sow in Season.*Refunded/ })).toHaveFocus()
})

test('a payment that an administrator marked as refunded by mistake can be restored, but not a payment that the gateway refunded', async () => {
  const marked = (cause: 'admin' | 'gateway') =>
    buildAttempt({ state: 'refunded', events: [{ at: AT, from: 'paid', to: 'refunded', cause, detail: null }] })
  const sent: unknown[] = []
  const api = openOrders({
    '/admin/orders/one': buildOrder({ state: 'refunded', attempts: [marked('gateway')] }),
    '/admin/orders/one/attempts/attempt/refunded/undo': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return buildOrder()
    },
  })
  const { unmount } = await openAdminPage('/admin/orders/one')
  await expect.element(page.getByRole('button', { name: 'Check with the payment service now' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Restore payment…' }).elements()).toEqual([])
  await unmount()
  api.answers['/admin/orders/one'] = buildOrder({ state: 'refunded', attempts: [marked('admin')] })
  await openAdminPage('/admin/orders/one')
  await press(page.getByRole('button', { name: 'Restore payment…' }))
  await dialog.getByLabelText('Reason').fill('The wrong order')
  await expectToFitEachSize()
  await press(dialog.getByRole('button', { name: 'Restore payment' }))
  await expect.element(page.getByRole('button', { name: 'Mark as refunded…' })).toBeVisible()
  expect(sent).toEqual([{ reason: 'The wrong order' }])
})

test('a partial refund recorded by mistake can be undone', async () => {
  const part = { at: AT, kind: 'refund', amountMinor: 200, byHand: true, reason: null } as const
  const sent: unknown[] = []
  openOrders({
    '/admin/orders/one': buildOrder({ attempts: [buildAttempt({ state: 'paid', returns: [part] })] }),
    '/admin/orders/one/attempts/attempt/refunded/undo': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return buildOrder()
    },
  })
  await openAdminPage('/admin/orders/one')
  await press(page.getByRole('button', { name: 'Undo recorded refund…' }))
  await dialog.getByLabelText('Reason').fill('The wrong amount')
  await expectToFitEachSize()
  await press(dialog.getByRole('button', { name: 'Undo refund' }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Undo recorded refund…' }).elements()).toEqual([])
  expect(sent).toEqual([{ reason: 'The wrong amount' }])
})

async function fillGrant() {
  await dialog.getByLabelText('Email address').fill('grace@reader.example')
  await dialog.getByLabelText('Item', { exact: true }).fill('sow')
  await press(dialog.getByRole('button', { name: /^Sow in Season/ }))
  await expect.element(dialog.getByRole('button', { name: 'Choose another' })).toHaveFocus()
  await dialog.getByLabelText('Reason').fill('Paid in cash at the launch')
}

test('an item can be granted, and the grant can be revoked', async () => {
  const sent: unknown[] = []
  const api = openOrders({
    '/books': ({ searchParams }: URL) => Response.json(searchParams.get('q') === 'sow' ? [buildBook({ price: 7.99 })] : []),
    '/admin/orders/granted/grant/revoke': { ...GRANTED, state: 'superseded', grant: { ...GRANTED.grant, revokedAt: AT } },
  })
  const { expectAddress } = await openAdminPage('/admin/orders')
  await press(page.getByRole('button', { name: 'Grant an item' }))
  const grant = dialog.getByRole('button', { name: 'Grant item' })
  await press(grant)
  for (const message of ['Enter an email address.', 'Choose an item.', 'Enter a reason for the grant.'])
    await expect.element(dialog.getByText(message)).toBeVisible()
  await expectToFitEachSize()
  await dialog.getByLabelText('Item', { exact: true }).fill('nothing like it')
  await expect.element(dialog.getByText('No items for sale match.')).toBeVisible()
  await fillGrant()
  const owned = 'This address already owns the item.'
  api.answers['/admin/orders/grants'] = refuse(409, 'conflict', [{ field: 'email', message: owned }])
  await press(grant)
  await expect.element(dialog.getByText(owned)).toBeVisible()
  api.answers['/admin/orders/grants'] = (_: URL, body: string) => {
    sent.push(JSON.parse(body))
    return GRANTED
  }
  await press(grant)
  await expectAddress('/admin/orders/granted')
  await expect.element(page.getByText('–', { exact: true })).toBeVisible()
  expect(sent).toEqual([{ email: 'grace@reader.example', product: 'book', productId: 'book-1', reason: 'Paid in cash at the launch' }])
  await expect.element(page.getByText('Paid in cash at the launch')).toBeVisible()

  await press(page.getByRole('button', { name: 'Revoke grant…' }))
  await dialog.getByLabelText('Reason').fill('A mistake')
  await press(dialog.getByRole('button', { name: 'Revoke grant' }))
  await expect.element(page.getByText('Revoked', { exact: true })).toBeVisible()
})

test.each(['Grant an item', 'Paid in person'])('the form “%s” suggests a correction for a mistyped email address', async (name) => {
  openOrders()
  await openAdminPage('/admin/orders')
  await press(page.getByRole('button', { name }))
  await dialog.getByLabelText('Email address').fill('grace@gmial.com')
  await dialog.getByRole('button', { name: 'grace@gmail.com' }).click()
  await expect.element(dialog.getByLabelText('Email address')).toHaveValue('grace@gmail.com')
})

test('a payment in person is recorded with amount, currency, method, date and note; the payment can be refunded but not checked', async () => {
  const manual: Partial<AttemptDetails> = { gateway: 'manual', method: 'cash', reference: 'manual', messages: [] }
  const events: AttemptDetails['events'] = [{ at: AT, from: 'initiating', to: 'paid', cause: 'admin', detail: 'At the launch' }]
  const sent: unknown[] = []
  openOrders({
    '/admin/orders/one': buildOrder({ attempts: [buildAttempt({ ...manual, events })] }),
    '/admin/orders/payments': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return buildOrder({ attempts: [buildAttempt({ ...manual, events })] })
    },
  })
  const { expectAddress } = await openAdminPage('/admin/orders')
  await press(page.getByRole('button', { name: 'Paid in person' }))
  const record = dialog.getByRole('button', { name: 'Record payment' })
  await press(record)
  for (const message of ['Enter an email address.', 'Choose an item.', 'Enter an amount such as 4.50.'])
    await expect.element(dialog.getByText(message)).toBeVisible()
  await expectToFitEachSize()
  await dialog.getByLabelText('Email address').fill('grace@reader.example')
  await dialog.getByLabelText('Item', { exact: true }).fill('sow')
  await press(dialog.getByRole('button', { name: /^Sow in Season/ }))
  await expect.element(dialog.getByLabelText('Amount')).toHaveValue('7.99')
  await dialog.getByLabelText('Amount').fill('150,50')
  await dialog.getByLabelText('Currency').selectOptions('ZWG')
  await dialog.getByLabelText('Paid by').selectOptions('Bank transfer')
  await dialog.getByLabelText('Date').fill('2026-01-05')
  await dialog.getByLabelText('Note (optional)').fill('At the launch')
  await press(record)
  await expectAddress('/admin/orders/one')
  expect(sent).toEqual([
    {
      email: 'grace@reader.example',
      product: 'book',
      productId: 'book-1',
      amount: 150.5,
      currency: 'ZWG',
      method: 'transfer',
      paidOn: '2026-01-05',
      note: 'At the launch',
      confirmed: false,
    },
  ])
  await expect.element(page.getByRole('heading', { name: 'Paid in person, cash' })).toBeVisible()
  await expect.element(page.getByText('At the launch')).toBeVisible()
  expect(page.getByRole('button', { name: 'Check with the payment service now' }).elements()).toEqual([])
  await expectToFitEachSize()
  await press(page.getByRole('button', { name: 'Mark as refunded…' }))
  await expect.element(dialog.getByText(/after you have given the money back to the buyer/)).toBeVisible()
})

test('an amount far from the price is recorded after it was confirmed', async () => {
  const sent: { confirmed: boolean }[] = []
  const message = 'The item costs $7.99. Confirm that $799.00 was paid.'
  openOrders({
    '/admin/orders/one': buildOrder(),
    '/admin/orders/payments': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return sent.at(-1)?.confirmed ? buildOrder() : refuse(400, 'invalid_request', [{ field: 'confirmed', message }])
    },
  })
  const { expectAddress } = await openAdminPage('/admin/orders')
  await press(page.getByRole('button', { name: 'Paid in person' }))
  await dialog.getByLabelText('Email address').fill('grace@reader.example')
  await dialog.getByLabelText('Item', { exact: true }).fill('sow')
  await press(dialog.getByRole('button', { name: /^Sow in Season/ }))
  await dialog.getByLabelText('Amount', { exact: true }).fill('799')
  await press(dialog.getByRole('button', { name: 'Record payment' }))
  await expect.element(dialog.getByText(message)).toBeVisible()
  await expectToFitEachSize()
  await dialog.getByLabelText('The amount is correct.').click()
  await press(dialog.getByRole('button', { name: 'Record payment' }))
  await expectAddress('/admin/orders/one')
  expect(sent.map(({ confirmed }) => confirmed)).toEqual([false, true])
})

test('after the session expires in an open form, signing in again leads back to the list, and the reopened form contains the typed values', async () => {
  const { answers } = openOrders({ '/admin/orders/grants': refuse(401, 'unauthenticated') })
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft '))
  const { expectAddress } = await openAdminPage('/admin/orders?q=sow')
  await press(page.getByRole('button', { name: 'Grant an item' }))
  await fillGrant()
  await press(dialog.getByRole('button', { name: 'Grant item' }))
  await expectAddress('/admin/login')
  await page.getByLabelText('Email').fill('chipo@lectern.example')
  await page.getByLabelText('Password').fill('mine')
  await userEvent.keyboard('{Enter}')
  await expectAddress('/admin/orders?q=sow')
  await expect.element(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  expect(dialog.elements()).toEqual([])
  await press(page.getByRole('button', { name: 'Grant an item' }))
  await expect.element(dialog.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Email address')).toHaveValue('grace@reader.example')
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Paid in cash at the launch')
  await expectToFitEachSize()
  await press(dialog.getByRole('button', { name: 'Discard draft' }))
  await expect.element(dialog.getByLabelText('Email address')).toHaveValue('')
  await expect.poll(drafts).toEqual([])
  await fillGrant()
  answers['/admin/orders/grants'] = GRANTED
  await press(dialog.getByRole('button', { name: 'Grant item' }))
  await expectAddress('/admin/orders/granted')
  await expect.poll(drafts).toEqual([])
})

test('orders, sales and rates that can’t be loaded show an error with a retry button; a missing order is reported as not found', async () => {
  const api = openOrders({ '/rates': [], '/rates/standing': { current: null, waiting: null, refused: 'no_rate' } })
  api.fail(true)
  const { go } = await openAdminPage('/admin/orders')
  for (const many of ['orders', 'sales', 'rates']) {
    go(`/admin/${many}`)
    await expect.element(page.getByText(new RegExp(`^The ${many} could not be loaded\\.`)).first()).toBeVisible()
  }
  api.fail(false)
  await press(page.getByRole('button', { name: 'Try again' }).first())
  await expect.element(page.getByRole('region', { name: 'Current rate' })).toBeVisible()
  go('/admin/orders/nowhere')
  await expect.element(page.getByText('Order not found.')).toBeVisible()
})
