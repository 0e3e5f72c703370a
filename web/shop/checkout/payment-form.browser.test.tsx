import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { refuse } from '#tests/support/component/fake-api.ts'
import {
  type Attempt,
  blockStorage,
  buildAttempt,
  buildOrder,
  ECOCASH,
  email,
  heading,
  openCheckout,
  pay,
} from '#tests/support/component/open-checkout.tsx'

test('the payment form can be used by keyboard alone; a missing email address displays an error beside the field', async () => {
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

test('submitting a mistyped email address asks for confirmation once; submitting it again starts the payment', async () => {
  const sent: unknown[] = []
  await openCheckout(
    {},
    {
      '/orders/one/payments': (_: URL, body: string) => {
        sent.push(JSON.parse(body).email)
        return refuse(503, 'unavailable')
      },
    },
  )
  await email.fill('farai@gmial.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'farai@gmail.com' })).toHaveFocus()
  await expect.element(page.getByText('Nothing was sent yet.', { exact: false })).toBeVisible()
  expect(sent).toEqual([])
  await expectToFitEachSize()
  await pay.click()
  await expect.poll(() => sent).toEqual(['farai@gmial.com'])
})

test('a prefilled email address with a typing error is corrected by clicking the suggestion', async () => {
  await openCheckout({ email: 'farai@gmial.com', attempt: buildAttempt({ state: 'cancelled' }) })
  await expect.element(email).toHaveValue('farai@gmial.com')
  await page.getByRole('button', { name: 'farai@gmail.com' }).click()
  await expect.element(email).toHaveValue('farai@gmail.com')
  await expect.element(page.getByText(/^Did you mean/)).not.toBeInTheDocument()
})

test('a payment by phone requires a phone number, displays the gateway’s refusal, and waits for confirmation', async () => {
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

test('the first refusal of a payment is focused, also on a phone that renders it after the next frame', async () => {
  const refused = buildOrder({ attempt: buildAttempt({ state: 'failed', reason: 'Insufficient balance' }) })
  const { answers } = await openCheckout({}, { '/get-next-action': { action: `${location.origin}/checkout/one` } })
  await email.fill('blessing@example.com')
  answers['/orders/one'] = answers['/orders/one/payments'] = refused
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    callback(0)
    return 0
  })
  await pay.click()
  await expect.poll(() => document.activeElement?.matches('[data-status-title]')).toBe(true)
})

test('in a browser without storage, the payment form explains how to open the item later', async () => {
  blockStorage()
  await openCheckout({})
  await expect.element(page.getByText(/^This browser does not save anything for this site\./)).toBeVisible()
  await expect.element(pay).toBeVisible()
  await expectToFitEachSize()
})
