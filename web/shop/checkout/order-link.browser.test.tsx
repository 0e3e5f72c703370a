import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { refuse } from '#tests/support/component/fake-api.ts'
import { blockStorage, buildOrder, heading, openCheckout } from '#tests/support/component/open-checkout.tsx'

test('a browser without storage opens the order by the gateway’s return URL, and confirms the payment', async () => {
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

test('an order link with an invalid key leads to the purchases page', async () => {
  const refused = refuse(400, 'invalid_request', [{ field: 'key', message: 'This link is invalid or has expired.' }])
  await openCheckout({}, { '/orders/one': refuse(404, 'not_found'), 'POST /orders/one/claim': refused }, '/checkout/one#key=old')
  await expect.element(page.getByRole('link', { name: 'Find my purchases' })).toBeVisible()
})

test('an order of another browser is not displayed, and a link leads to the purchases page', async () => {
  await openCheckout({}, { '/orders/one': refuse(404, 'not_found') })
  await expect.element(heading('This order belongs to another browser')).toBeVisible()
  expect(page.getByText('A House for Two').elements()).toEqual([])
  await expectToFitEachSize()
  await page.getByRole('link', { name: 'Find my purchases' }).click()
  await expect.element(heading('Your purchases')).toBeVisible()
})
