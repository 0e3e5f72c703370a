import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { buildOrder, heading, openCheckout, pay } from '#tests/support/component/open-checkout.tsx'

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
      // The access check stays pending, so that the viewer, which has its own tests, does not open.
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

test('reopening the order of an owned item says that the buyer owns the item', async () => {
  await openCheckout(
    { state: 'paid', receiptNumber: 12, email: 'kuda@example.com', refundedMinor: 150 },
    { '/owned-items': { items: [{ product: 'book', id: 'book-1' }] } },
  )
  await expect.element(heading('You own this')).toBeVisible()
  await expect.element(page.getByText('$1.50 of it was refunded to you.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Read\b(?! aloud)/ })).toBeVisible()
  expect(pay.elements()).toEqual([])
  await expectToFitEachSize()
})

const bought = { state: 'paid', receiptNumber: 12, email: 'typo@gmial.example' } as const
const owned = { '/owned-items': { items: [{ product: 'book', id: 'book-1' }] } }
const LINK = 'https://lectern.example/checkout/one#key=k'

test('a receipt is said to be sent only if a mail server accepted it', async () => {
  await openCheckout({ ...bought, receiptMail: 'accepted' }, owned)
  await expect.element(page.getByText(/, sent to typo@gmial\.example/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Save the receipt' }).elements()).toEqual([])
})

test('while the receipt waits for the mail server, the page says so', async () => {
  await openCheckout({ ...bought, receiptMail: 'waiting', link: LINK }, owned)
  await expect.element(page.getByText('We are sending it to typo@gmial.example.')).toBeVisible()
  expect(page.getByText(/sent to/).elements()).toEqual([])
})

test('without a mail server, the page offers the receipt and the link to copy', async () => {
  await openCheckout({ ...bought, receiptMail: 'not_sent', link: LINK }, owned)
  await expect.element(page.getByLabelText(/Link that opens your purchase/)).toHaveValue(LINK)
  await expect.element(page.getByRole('button', { name: 'Save the receipt' })).toBeVisible()
  expect(page.getByText(/sent to/).elements()).toEqual([])
  await expectToFitEachSize()
})

test('a refused address can be corrected, which sends the receipt again', async () => {
  const api = await openCheckout({ ...bought, receiptMail: 'refused', link: LINK }, owned)
  const refusal = 'The receipt could not be delivered: no mailbox takes mail for typo@gmial.example. Correct the address to get it.'
  await expect.element(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  api.answers['/orders/one/email'] = buildOrder({ ...bought, email: 'right@mail.example', receiptMail: 'waiting', link: LINK })
  await page.getByLabelText('Your email address').fill('right@mail.example')
  await page.getByRole('button', { name: 'Send the receipt there' }).click()
  await expect.element(page.getByText('We are sending it to right@mail.example.')).toBeVisible()
  await expectToFitEachSize()
})
