import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SalesRow } from '#contracts/shop/order-admin.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const row = (month: string, changes: Partial<SalesRow> = {}): SalesRow => {
  const { amountMinor = 5000, refundedMinor = 0 } = changes
  const product = { kind: 'book' as const, id: 'seed', title: 'Seed' }
  const netMinor = amountMinor - refundedMinor
  return { month, currency: 'USD', product, sold: 1, amountMinor, refunded: refundedMinor ? 1 : 0, refundedMinor, netMinor, ...changes }
}

const titles = () => [...document.querySelectorAll('figure title')].map(({ textContent }) => textContent)

/** Returns the visible labels of a chart that overlap the next label. */
function overlapping(figure: Element | null): string[] {
  const boxes = [...(figure?.querySelectorAll('[aria-hidden] > span > span') ?? [])].flatMap((label) => {
    const range = document.createRange()
    range.selectNodeContents(label)
    const { left, right, width } = range.getBoundingClientRect()
    return width > 0 ? [{ left, right, text: label.textContent ?? '' }] : []
  })
  return boxes.filter(({ right }, at) => right + 2 > (boxes[at + 1]?.left ?? Number.POSITIVE_INFINITY)).map(({ text }) => text)
}

test('charts have readable labels for large amounts on a phone, and columns for refunds', async () => {
  const months = Array.from({ length: 12 }, (_, at) => `${at < 2 ? 2025 : 2026}-${String(((at + 10) % 12) + 1).padStart(2, '0')}`)
  openFakeApi({
    '/admin/sales': [
      ...months.flatMap((month) => [row(month), row(month, { currency: 'ZWG', amountMinor: 98_765_432_100 })]),
      row('2026-09', { amountMinor: 0, refundedMinor: 9000, sold: 0 }),
    ],
  })
  await page.viewport(360, 740)
  await openAdminPage('/admin/sales?period=all')
  await expect.element(page.getByRole('img', { name: /^Sales and refunds by month in US dollars/ })).toBeVisible()
  await expect.element(page.getByText('ZWG 1B')).toBeVisible()
  for (const figure of document.querySelectorAll('figure')) expect(overlapping(figure)).toEqual([])
  expect(titles()).toContain('September 2026: $50.00, $90.00 refunded')
  await expect.element(page.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expectToFitEachSize()
})

test('a single month has no chart, and empty months between sales have columns with a tooltip', async () => {
  const { answers } = openFakeApi({ '/admin/sales': [row('2026-09')] })
  const { go } = await openAdminPage('/admin/sales?period=all')
  await expect.element(page.getByRole('row', { name: /^September 2026/ })).toBeVisible()
  expect(document.querySelector('figure')).toBeNull()
  answers['/admin/sales'] = [row('2026-07'), row('2026-09')]
  go('/admin/sales?period=all')
  await expect.poll(titles).toEqual(['July 2026: $50.00', 'August 2026: $0.00', 'September 2026: $50.00'])
  const [, empty] = document.querySelectorAll('figure g')
  expect(empty?.getBoundingClientRect().height).toBeGreaterThan(100)
})
