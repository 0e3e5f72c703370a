import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contracts/shop/order.ts'
import { expectToFitEachSize, findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { refuse } from '#tests/support/component/fake-api.ts'
import { buildOrder, email, heading, openCheckout } from '#tests/support/component/open-checkout.tsx'
import { openPage } from '#tests/support/component/open-page.tsx'

test('a price that changes during checkout is displayed, and the new price can be paid with one click', async () => {
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

test('ZWG is disabled with a reason until an exchange rate is available; then the order is charged at that rate', async () => {
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
