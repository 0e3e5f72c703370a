import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize, findViolations } from '#tests/support/component/accessibility.ts'
import { buildAttempt, buildOrder, ECOCASH, heading, openCheckout, pay } from '#tests/support/component/open-checkout.tsx'

test('an open payment can be continued, or canceled to choose another payment option', async () => {
  let order = buildOrder({ state: 'paying', attempt: buildAttempt() })
  await openCheckout(order, {
    // A page that becomes visible again checks a canceled payment too.
    '/orders/one/check': () => order,
    '/orders/one/cancel': () => {
      order = buildOrder({ attempt: buildAttempt({ state: 'cancelled' }) })
      return order
    },
  })
  await expect.element(heading('Payment in progress')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Continue payment' })).toHaveAttribute('href', '/sandbox-gateway/1')
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect.element(pay).toBeVisible()
  expect(page.getByText(/was not completed/).elements()).toEqual([])
})

test('the answer of a payment check that began before the payment was canceled is dropped', async () => {
  const paying = buildOrder({ state: 'paying', attempt: buildAttempt() })
  const check = Promise.withResolvers<typeof paying>()
  await openCheckout(paying, {
    '/orders/one/check': () => check.promise,
    '/orders/one/cancel': buildOrder({ attempt: buildAttempt({ state: 'cancelled' }) }),
  })
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect.element(pay).toBeVisible()
  check.resolve(paying)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect.element(pay).toBeVisible()
  expect(heading('Payment in progress').elements()).toEqual([])
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

test('polling for a slow payment continues after a lost connection, and the confirmation is displayed once', async () => {
  localStorage.setItem('paying', 'one')
  const paying = buildOrder({ state: 'paying', attempt: buildAttempt({ ...ECOCASH, address: null }) })
  const api = await openCheckout(paying, { '/orders/one/check': paying })
  await expect.element(page.getByText('Waiting for confirmation from the test gateway')).toBeVisible()
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  // The offline event is repeated, since the response to a payment check in flight resets the offline state.
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('offline'))
      return document.body.textContent
    })
    .toContain('There is no connection. Nothing is lost: this page continues automatically')
  line.mockRestore()
  api.answers['/owned-items'] = { items: [{ product: 'book', id: 'book-1' }] }
  api.answers['/orders/one/check'] = buildOrder({ state: 'paid', receiptNumber: 12, receiptMail: 'accepted', email: 'simba@example.com' })
  window.dispatchEvent(new Event('online'))
  await expect.element(heading('Thank you')).toHaveFocus()
  await expect.element(page.getByText('Receipt number 12, sent to simba@example.com.')).toBeVisible()
  expect(await findViolations()).toEqual([])
  expect(localStorage.getItem('paying')).toBeNull()
})

test('the status of a payment is in view when the page opens at the position of the longer form', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  await openCheckout({}, { '/orders/one': () => promise })
  await expect.element(page.getByText('Loading')).toBeVisible()
  scrollTo(0, document.documentElement.scrollHeight)
  resolve(buildOrder({ state: 'paying', attempt: buildAttempt() }))
  await expect.element(heading('Payment in progress')).toBeInViewport()
})
