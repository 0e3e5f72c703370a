import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Overview } from '#contracts/admin/overview.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const GB = 1024 ** 3
const OVERVIEW: Overview = {
  counts: { books: { total: 83, listed: 79 }, podcasts: { total: 13, listed: 13 }, authors: 10, admins: 2, unreadMessages: 4 },
  latest: [{ noun: 'book', id: 'b', name: 'Sow in Season', createdAt: '2026-11-20T08:00:00.000Z' }],
  app: { version: '1.2.3', commit: null, isBehindUntrustedProxy: false },
  backup: null,
  backgroundWork: 'running',
  failedJobs: [],
  storage: { store: 'disk', works: true, files: 12, bytes: 3 * GB, freeBytes: 50 * GB, minFreeBytes: GB },
  bookPages: null,
  failedBooks: [],
  lightSound: null,
  failedEpisodes: [],
  database: { embedded: true, bytes: 9_000_000, version: '18.4', connections: { apps: 1, needed: 9, allowed: 57 } },
  mail: { kind: 'smtp', works: true, lost: [] },
  content: { readable: true, invalidSections: [], drafts: [] },
  payments: { gateways: [], rate: 'current', disputed: 1, failedRefunds: 0, refundsDue: 0, unreadable: 0 },
  anonymous: {
    neverPaidOrders: { count: 0, max: 100 },
    messages: { count: 0, max: 100 },
    messagesToday: { count: 0, max: 10 },
  },
  settings: { production: false, publicUrl: 'https://lectern.example', demonstration: 'none', contactDelivery: 'inbox' },
}
const SALES = { refunded: 0, refundedMinor: 0, sold: 3, amountMinor: 1497, netMinor: 1497, currency: 'USD' as const }
const ORDER = {
  id: 'o',
  state: 'paid' as const,
  product: { kind: 'book' as const, id: 'b', title: 'Sow in Season' },
  amount: { currency: 'USD' as const, minor: 499 },
  returnedMinor: 0,
  email: 'rudo@example.com',
  receiptNumber: 7,
  trial: false,
  refundDue: true,
  createdAt: '2026-11-20T08:00:00.000Z',
}

test('the overview begins with sales and orders; failed health checks stand out, and the other checks are in one expandable line', async () => {
  const { answers } = openFakeApi({
    '/overview': OVERVIEW,
    '/admin/sales/current': refuse(503, 'unavailable'),
    '/admin/orders': [ORDER],
    '/contact': { delivery: 'inbox' },
    '/setup': { steps: [], payments: 'live', mail: 'sending', hasDemonstration: false },
    '/messages/state': { unread: 4, sendsMail: true },
  })
  await openAdminPage('/admin/overview')
  await expect.element(page.getByText(/^The sales could not be loaded\./)).toBeVisible()
  // A failure to load the sales does not hide the other parts of the overview.
  await expect.element(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  answers['/admin/sales/current'] = [
    { ...SALES, period: 'week' },
    { ...SALES, period: 'month', refundedMinor: 499, netMinor: 998 },
    { ...SALES, period: 'month', currency: 'ZWG', netMinor: 40_000 },
  ]
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('3 sold, $4.99 refunded')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Sow in Season.*Refund due/ })).toBeVisible()
  await expect.element(page.getByText(/dispute/i).first()).toBeVisible()
  await expect.element(page.getByRole('link', { name: '83 Books 79 published' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '13 Podcasts', exact: true })).toBeVisible()
  await expectToFitEachSize()
  expect(document.querySelector('details')?.open).toBe(false)
  await page.getByText(/checks without a problem, .* worth a look/).click()
  await expect.element(page.getByText(/ are free\.$/)).toBeVisible()
})

test('sales and first steps are displayed together, so that the steps do not move the sales down', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  openFakeApi({
    '/overview': OVERVIEW,
    '/admin/sales/current': [],
    '/admin/orders': [ORDER],
    '/contact': { delivery: 'inbox' },
    '/setup': () => promise,
  })
  await openAdminPage('/admin/overview')
  const sales = page.getByText('All sales')
  await expect.element(sales).toBeInTheDocument()
  await expect.element(sales).not.toBeVisible()
  await expect.element(page.getByText('Loading').first()).toBeVisible()
  const steps = [{ name: 'brand', state: 'open' }]
  resolve({ steps, payments: 'live', mail: 'sending', hasDemonstration: false })
  await expect.element(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expect.element(sales).toBeVisible()
})
