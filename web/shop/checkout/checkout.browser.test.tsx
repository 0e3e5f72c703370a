import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Order } from '#contracts/shop/order.ts'
import { expectToFitEachSize, findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { refuse } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { buildOrder, email, heading, openCheckout, pay } from '#tests/support/component/open-checkout.tsx'

test('a checkout displays the price and description of the item', async () => {
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

test('a checkout for a password-protected book mentions the password before the payment', async () => {
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

test.each([
  [{ state: 'refunded' }, 'This purchase was refunded', 'Buy it again'],
  [{ state: 'disputed' }, 'This payment is in dispute', undefined],
] satisfies [Partial<Order>, string, string | undefined][])('an order with %o displays its status', async (changes, title, button) => {
  await openCheckout(changes)
  await expect.element(heading(title)).toBeVisible()
  if (button) await expect.element(page.getByRole('button', { name: button })).toBeVisible()
  await expectToFitEachSize()
})

test('paying for an item that was removed during checkout says that the item is no longer for sale, without a Pay button', async () => {
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

test('price and payment form do not move when the details of the item have loaded', async () => {
  let arrive: (book: unknown) => void = () => undefined
  await openCheckout({}, { '/books/book-1': () => new Promise((resolve) => (arrive = resolve)) })
  await expect.element(pay).toBeVisible()
  const { top } = pay.element().getBoundingClientRect()
  arrive(buildBook({ title: 'A House for Two', price: 1204.5, description: 'Two people and one roof.' }))
  await expect.element(page.getByText('About this book')).toBeVisible()
  expect(Math.abs(pay.element().getBoundingClientRect().top - top)).toBeLessThan(2)
})
