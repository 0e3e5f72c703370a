// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BulkChange } from '#contracts/catalogue/bulk-change.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { clickAtOnce } from '#tests/support/component/click-at-once.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const LATER = '2026-02-02T00:00:00.000Z'
const CHANGED = { state: 'published', publishAt: null, publishedAt: LATER, deletedAt: null, updatedAt: LATER }

/** Opens the book list on a fake API that records bulk changes. */
function openBooks(count: number) {
  const books = Array.from({ length: count }, (_, at) => buildBook({ id: `book-${at}`, title: `Book ${at}`, price: 4 }))
  const sent: BulkChange['items'][] = []
  const reverted: string[] = []
  const api = openFakeApi({
    '/books': books,
    '/contact': { delivery: 'simulate' },
    'POST /books/changes': (_: URL, body: string) => {
      const { items } = JSON.parse(body) as BulkChange
      sent.push(items)
      return { action: 'act-1', changed: items.map(({ id }) => ({ id, ...CHANGED })), skipped: [] }
    },
    'POST /books/changes/act-1/revert': () => {
      reverted.push('act-1')
      return { action: 'act-2', changed: sent[0]?.map(({ id }) => ({ id, ...CHANGED })), skipped: [] }
    },
  })
  return { ...api, sent, reverted }
}

const prices = () => [...document.querySelectorAll('main li[id^=row-]')].filter((row) => row.textContent?.includes('$9.50')).length

test('all books that match the search get a price in one action, which is undone as one action', async () => {
  const { sent, reverted } = openBooks(120)
  await openAdminPage('/admin/books')
  await page.getByRole('checkbox', { name: 'Select Book 3', exact: true }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 120' }).click()
  await expect.element(page.getByText('120 selected')).toBeVisible()
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the price of 120 books' })
  await dialog.getByLabelText('Amount').fill('9,50')
  await dialog.getByRole('button', { name: 'Change prices' }).click()
  await expect.element(page.getByText(/120 books changed/)).toBeVisible()
  expect(sent[0]).toHaveLength(120)
  expect(sent[0]?.[7]).toMatchObject({ id: expect.any(String), updatedAt: '2026-01-01T00:00:00.000Z', price: 9.5 })
  expect(prices()).toBe(50)
  expect(document.querySelector('main section[aria-label=Selection]')?.checkVisibility()).toBe(false)
  clickAtOnce(page.getByRole('button', { name: 'Undo' }))
  await expect.poll(prices).toBe(0)
  expect(reverted).toEqual(['act-1'])
})

test.each([
  ['that fails temporarily is offered again', 503, 'unavailable'],
  ['that is refused is not offered again', 409, 'conflict'],
] as const)('an undo %s', async (_, status, code) => {
  const { answers, reverted } = openBooks(2)
  const { 'POST /books/changes/act-1/revert': accept } = answers
  await openAdminPage('/admin/books')
  await page.getByRole('checkbox', { name: 'Select all books that are shown' }).click()
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await page.getByRole('dialog').getByLabelText('Amount').fill('9,50')
  await page.getByRole('button', { name: 'Change prices' }).click()
  await expect.poll(prices).toBe(2)
  answers['POST /books/changes/act-1/revert'] = refuse(status, code)
  // The toast of the previous test may still be disappearing.
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).all().length).toBe(1)
  clickAtOnce(page.getByRole('status').filter({ hasText: '2 books changed' }).getByRole('button', { name: 'Undo' }))
  const failure = page.getByRole('status').filter({ hasText: `The change could not be undone. ${code}.` })
  await expect.element(failure).toBeVisible()
  takeErrors()
  const again = failure.getByRole('button', { name: 'Undo' })
  expect(again.query() !== null).toBe(status === 503)
  if (status === 409) return
  answers['POST /books/changes/act-1/revert'] = accept
  clickAtOnce(again)
  await expect.poll(prices).toBe(0)
  expect(reverted).toEqual(['act-1'])
  await expect.element(failure).not.toBeInTheDocument()
})

test('a price that changes tenfold requires confirmation, a price changed by a percentage is rounded to cents, and an edit conflict is explained', async () => {
  const { sent, answers } = openBooks(2)
  await openAdminPage('/admin/books')
  await page.getByRole('checkbox', { name: 'Select all books that are shown' }).click()
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Change prices' })
  await dialog.getByLabelText('Amount').fill('1.250')
  await save.click()
  await expect.element(dialog.getByText(/can mean two prices/)).toBeVisible()
  await dialog.getByLabelText('Amount').fill('450')
  await save.click()
  await expect.element(dialog.getByText(/^Check the decimal point/)).toBeVisible()
  await dialog.getByRole('checkbox', { name: /^2 books will cost ten times as much/ }).click()
  answers['POST /books/changes'] = refuse(409, 'conflict')
  await save.click()
  await expect.element(dialog.getByText('conflict.')).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByLabelText('Change').selectOptions('Raise by percent')
  await dialog.getByLabelText('Amount').fill('12,5')
  await expect.element(dialog.getByText('$4.00 → $4.50 · Book 0')).toBeVisible()
  takeErrors()
})

test('the categories of the selected books can be replaced, but not all be removed', async () => {
  const { sent } = openBooks(2)
  await openAdminPage('/admin/books')
  await page.getByRole('checkbox', { name: 'Select all books that are shown' }).click()
  await page.getByRole('button', { name: 'Categories', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the categories of 2 books' })
  const [own = ''] = buildBook().categories
  await dialog.getByLabelText('Change').selectOptions('Remove')
  for (const name of buildBook().categories) await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.getByRole('button', { name: 'Change categories' }).click()
  await expect.element(dialog.getByText(/^2 books would have no category/)).toBeVisible()
  await dialog.getByLabelText('Change').selectOptions('Replace all with')
  await dialog.getByRole('button', { name: own, exact: true }).click()
  await dialog.getByRole('button', { name: 'Gents Empowerment' }).click()
  await dialog.getByRole('button', { name: 'Change categories' }).click()
  await expect.poll(() => sent[0]?.length).toBe(2)
  expect(sent[0]?.[0]?.categories).toContain('Gents Empowerment')
})

test('prices in the price table are typed row by row with the keyboard, pasted as a column, and saved as one action', async () => {
  const { sent } = openBooks(20)
  const { expectAddress } = await openAdminPage('/admin/books/prices')
  const price = (at: number) => page.getByLabelText(`Book ${at} Now $4.00`, { exact: true })
  await price(0).click()
  await userEvent.keyboard('5{Enter}6,5{Enter}')
  await expect.element(price(2)).toHaveFocus()
  await expectToFitEachSize()
  await expect.element(page.getByText('2 prices changed')).toBeVisible()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '7.00\r\n8\r\n40,00\r\n')
  price(2)
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(page.getByText('5 prices changed')).toBeVisible()
  await price(5).fill('x')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await expect.element(price(5)).toHaveFocus()
  await expect.element(price(5)).toHaveAttribute('aria-invalid', 'true')
  await price(5).fill('4')
  await page.getByRole('button', { name: 'Save prices' }).click()
  const question = page.getByRole('alertdialog', { name: 'Check the decimal point' })
  await expect.element(question.getByText(/“Book 4” from \$4\.00 to \$40\.00/)).toBeVisible()
  await question.getByRole('button', { name: 'Save prices' }).click()
  await expectAddress('/admin/books')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.map(({ price }) => price)).toEqual([5, 6.5, 7, 8, 40])
})

test('the price table can be limited to the selected books, and its draft survives a reload', async () => {
  openBooks(5)
  const { unmount, expectAddress } = await openAdminPage('/admin/books')
  for (const at of [1, 3]) await page.getByRole('checkbox', { name: `Select Book ${at}`, exact: true }).click()
  await page.getByRole('link', { name: 'Price table' }).click()
  await expectAddress('/admin/books/prices')
  await expect.poll(() => document.querySelectorAll('main input').length).toBe(2)
  await page.getByLabelText('Book 3 Now $4.00').fill('6')
  await unmount()
  await openAdminPage('/admin/books/prices')
  await expect.element(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect.element(page.getByLabelText('Book 3 Now $4.00')).toHaveValue('6')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.element(page.getByLabelText('Book 3 Now $4.00')).toHaveValue('4.00')
})
