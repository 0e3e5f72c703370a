import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { heading, openCheckout, pay } from '#tests/support/component/open-checkout.tsx'

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
  await expect.element(page.getByRole('button', { name: 'Read', exact: true })).toBeVisible()
  expect(pay.elements()).toEqual([])
  await expectToFitEachSize()
})
