import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { buildOrder } from '#tests/support/component/order-details.ts'

const AT = '2026-01-01T10:00:00.000Z'
const ORDER = buildOrder({
  email: 'rudo@gmial.com',
  receipt: { number: 12, email: 'rudo@gmial.com', issuedAt: AT, sentAt: AT, mail: 'accepted', problem: null },
  attempts: [],
})
const MESSAGE = { id: 'm', name: 'Rudo', email: 'rudo@gmial.com', subject: 'Book Purchase', message: 'Where is my book?' }

const openBuyer = (answers = {}) =>
  openFakeApi({
    '/contact': { delivery: 'simulate' },
    '/admin/orders': [ORDER],
    '/admin/orders/one': ORDER,
    '/messages': [{ ...MESSAGE, read: true, answered: false, doubtful: false, createdAt: AT, entries: [] }],
    ...answers,
  })

test('the email address is corrected for one order unless all orders are chosen, and a mistyped address gets a suggestion', async () => {
  const sent: unknown[] = []
  const answers = [refuse(409, 'conflict', [{ field: 'email', message: 'The order already has this address.' }])]
  openBuyer({
    'POST /admin/orders/one/email': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return answers.shift() ?? { ...ORDER, email: 'rudo@gmail.com' }
    },
  })
  await openAdminPage('/admin/orders/one')
  await page.getByRole('button', { name: 'Correct address…' }).click()
  await expectToFitEachSize()
  const address = page.getByLabelText('New email address')
  await address.fill('rudo@gmal.com')
  await page.getByRole('button', { name: 'rudo@gmail.com' }).click()
  await page.getByRole('button', { name: 'Correct address', exact: true }).click()
  await expect.element(page.getByText('The order already has this address.')).toBeVisible()
  await page.getByLabelText(/^Correct all orders with the old address/).click()
  await page.getByRole('button', { name: 'Correct address', exact: true }).click()
  await expect.element(page.getByText('Address corrected')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'rudo@gmail.com' })).toBeVisible()
  expect(sent).toEqual([
    { email: 'rudo@gmail.com', allOrders: false },
    { email: 'rudo@gmail.com', allOrders: true },
  ])
})

test('the receipt is emailed again, and the buyer page lists all orders and messages of the email address', async () => {
  const { calls } = openBuyer({ 'POST /admin/orders/one/mail': ORDER })
  const { expectAddress } = await openAdminPage('/admin/orders/one')
  await page.getByRole('button', { name: 'Send receipt again' }).click()
  await expect.element(page.getByText('The email will be sent again')).toBeVisible()
  await page.getByRole('link', { name: 'rudo@gmial.com' }).click()
  await expectAddress('/admin/buyer?email=rudo%40gmial.com')
  await expect.element(page.getByRole('link', { name: /^Sow in Season/ })).toBeVisible()
  await expect.element(page.getByText('Where is my book?')).toBeVisible()
  expect(calls).toContain('/messages?email=rudo%40gmial.com&limit=100')
  await expectToFitEachSize()
})
