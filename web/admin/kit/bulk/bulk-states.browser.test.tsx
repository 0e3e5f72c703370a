import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { BookDetails } from '#contracts/catalogue/book.ts'
import type { BulkChange } from '#contracts/catalogue/bulk-change.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { clickAtOnce } from '#tests/support/component/click-at-once.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const LATER = '2026-02-02T00:00:00.000Z'
const OWNERS = { owners: 7, items: 2 }

/** Opens the book list on a fake API that applies bulk changes and reverts the last one. */
async function openBooks(changes: Partial<BookDetails>[], { path = '/admin/books', ...answers }: Record<string, unknown> = {}) {
  const books = changes.map((values, at) => buildBook({ id: `book-${at}`, title: `Book ${at}`, price: 4, ...values }))
  const sent: BulkChange['items'][] = []
  const statesOf = ({ id, state, publishAt, publishedAt, deletedAt }: BookDetails) => ({ id, state, publishAt, publishedAt, deletedAt })
  const bookOf = (wanted: string) => books.find(({ id }) => id === wanted) as BookDetails
  const api = openFakeApi({
    '/books': books,
    '/contact': { delivery: 'simulate' },
    'POST /admin/owners': OWNERS,
    'POST /books/changes': (_: URL, body: string) => {
      const { items } = JSON.parse(body) as BulkChange
      sent.push(items)
      const changed = items.map(({ id, state, publishAt = null, deleted }) => ({
        ...statesOf(bookOf(id)),
        ...(state && { state, publishAt }),
        ...(deleted !== undefined && { deletedAt: deleted ? LATER : null }),
        updatedAt: LATER,
      }))
      return { action: 'act-1', changed, skipped: [] }
    },
    'POST /books/changes/act-1/revert': () => ({
      action: 'act-2',
      changed: sent.at(-1)?.map(({ id }) => ({ ...statesOf(bookOf(id)), updatedAt: LATER })),
      skipped: [],
    }),
    ...answers,
  })
  await openAdminPage(path as string)
  return { ...api, sent }
}

const selectAll = () => page.getByRole('checkbox', { name: 'Select all books that are shown' }).click()
const rows = () => [...document.querySelectorAll('main li[id^=row-]')].map(({ id }) => id)
const selection = () => document.querySelector('main section[aria-label=Selection]')?.checkVisibility()
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog')

test('hiding several books explains the effect on visitors and owners, skips books that are already hidden, and is undone as one action', async () => {
  const { sent } = await openBooks([{}, { state: 'draft' }, { state: 'hidden' }, {}])
  await selectAll()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await expect.element(dialog.getByText('2 of them are owned by 7 buyers, who keep access in any case.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect.element(dialog.getByText('Choose a status.')).toBeVisible()
  await dialog.getByLabelText('Status').selectOptions('Hidden')
  await expect.element(dialog.getByText('2 books will leave lists, searches and feeds. Their links still open them.')).toBeVisible()
  await expect.element(dialog.getByText('1 book can be opened and bought by anyone with the link.')).toBeVisible()
  await expect.element(dialog.getByText('1 book is hidden already.')).toBeVisible()
  await expectToFitEachSize()
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect.element(page.getByText(/^3 books changed/)).toBeVisible()
  expect(sent[0]).toEqual(['book-0', 'book-1', 'book-3'].map((id) => ({ id, updatedAt: expect.any(String), state: 'hidden' })))
  await expect
    .poll(
      () =>
        page
          .getByText('Hidden', { exact: true })
          .elements()
          .filter((found) => found.tagName !== 'OPTION').length,
    )
    .toBe(4)
  expect(selection()).toBe(false)
  await expect.element(page.getByRole('link', { name: 'Edit Book 0' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  clickAtOnce(page.getByRole('button', { name: 'Undo' }))
  await expect.element(page.getByText('Change undone for 3 books')).toBeVisible()
  await expect
    .poll(() => rows().map((id) => document.getElementById(id)?.textContent?.includes('Hidden')))
    .toEqual([false, false, true, false])
})

test('several books are scheduled for the same time with the keyboard', async () => {
  const { sent } = await openBooks([{ price: 0 }, { state: 'scheduled', publishAt: '2030-12-24T16:00:00.000Z' }])
  await selectAll()
  const opener = page.getByRole('button', { name: 'Status', exact: true })
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await dialog.getByLabelText('Status').selectOptions('Scheduled')
  await expect.element(dialog.getByText('2 books will appear on the site together, at the time above.')).toBeVisible()
  await expect.element(dialog.getByText('Visitors can no longer find, open or buy 1 book until then.')).toBeVisible()
  await expect.element(dialog.getByText('1 of them can be opened for free now, and will be closed.')).toBeVisible()
  const time = dialog.getByLabelText('Publication time')
  dialog.getByRole('button', { name: 'Change status' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Choose a date and a time.')).toBeVisible()
  await expect.element(time).toHaveFocus()
  await time.fill('2020-01-01T10:00')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Choose a time in the future.')).toBeVisible()
  await expectToFitEachSize()
  await time.fill('2031-01-01T10:00')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^2 books changed/)).toBeVisible()
  expect(sent[0]).toMatchObject([0, 1].map((at) => ({ id: `book-${at}`, state: 'scheduled', publishAt: '2031-01-01T08:00:00.000Z' })))
  await expect.element(page.getByText('Scheduled for 1 Jan 2031, 10:00').first()).toBeVisible()
})

test('a state that all selected books already have is rejected, and an edit conflict is explained in the dialog', async () => {
  const { answers, sent } = await openBooks([{}, {}])
  await selectAll()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await dialog.getByLabelText('Status').selectOptions('Published')
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect.element(dialog.getByText('All of them are published already.')).toBeVisible()
  await dialog.getByLabelText('Status').selectOptions('Withdrawn')
  await expect.element(dialog.getByText('Visitors can no longer find, open or buy 2 books.')).toBeVisible()
  answers['POST /books/changes'] = refuse(409, 'conflict')
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect.element(dialog.getByText('conflict.')).toBeVisible()
  expect(sent).toEqual([])
  takeErrors()
})

test('the dialog for deleting several books mentions the bin, owners and free books; deleted rows disappear, and undo restores them in place', async () => {
  const { sent } = await openBooks([{}, { price: 0 }, {}, { state: 'draft' }])
  for (const at of [1, 2, 3]) await page.getByRole('checkbox', { name: `Select Book ${at}` }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect
    .element(question.getByText(/can be restored for 30 days\. Visitors can no longer find, open or buy 2 of them\./))
    .toBeVisible()
  await expect
    .element(question.getByText(/1 of them can be opened for free now, .* 2 of them are owned by 7 buyers, who can open them until then\./))
    .toBeVisible()
  await expectToFitEachSize()
  await question.getByRole('button', { name: 'Delete 3 books' }).click()
  await expect.element(page.getByText(/^3 books moved to the bin/)).toBeVisible()
  expect(rows()).toEqual(['row-book-0'])
  expect(sent[0]).toMatchObject([1, 2, 3].map((at) => ({ id: `book-${at}`, updatedAt: '2026-01-01T00:00:00.000Z', deleted: true })))
  await expect.element(page.getByText('1 book', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit Book 0' })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  clickAtOnce(page.getByRole('button', { name: 'Undo' }))
  await expect.element(page.getByText('3 books restored from the bin')).toBeVisible()
  expect(rows()).toEqual([0, 1, 2, 3].map((at) => `row-book-${at}`))
})

test('the delete button is disabled until the owners are counted; the dialog says if the number of owners is unknown or the deletion fails', async () => {
  const { hold, answers } = await openBooks([{}, {}], { 'POST /admin/owners': refuse(503, 'unavailable') })
  await selectAll()
  const release = hold()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(question.getByText(/Counting the owners\./)).toBeVisible()
  const confirm = question.getByRole('button', { name: 'Delete 2 books' })
  await expect.element(confirm).toBeDisabled()
  release()
  await expect.element(question.getByText(/could not be loaded\. Owners can open them until then\./)).toBeVisible()
  answers['POST /books/changes'] = refuse(409, 'conflict')
  await confirm.click()
  await expect.element(question.getByText('2 books were not deleted. conflict.')).toBeVisible()
  expect(rows()).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Delete', exact: true })).toHaveFocus()
  expect(vi.mocked(console.warn)).toHaveBeenCalledOnce()
  vi.mocked(console.warn).mockClear()
  takeErrors()
})

test('the next page of the list is loaded when all loaded rows are deleted', async () => {
  await openBooks(Array.from({ length: 60 }, () => ({})))
  await selectAll()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete 50 books' }).click()
  await expect.poll(rows).toHaveLength(10)
  await expect.element(page.getByText('10 books', { exact: true })).toBeVisible()
})

test('several books in the bin can only be restored, as one action', async () => {
  const binned = { deletedAt: '2026-01-02T00:00:00.000Z' }
  const { sent, answers } = await openBooks([binned, binned, binned], { path: '/admin/books?state=bin' })
  for (const at of [0, 2]) await page.getByRole('checkbox', { name: `Select Book ${at}` }).click()
  await expect.element(page.getByRole('button', { name: 'Price', exact: true })).not.toBeInTheDocument()
  await expectToFitEachSize()
  const { 'POST /books/changes': accept } = answers
  answers['POST /books/changes'] = refuse(409, 'conflict')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(page.getByText('Failed to restore books. conflict.')).toBeVisible()
  answers['POST /books/changes'] = accept
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(page.getByText(/^2 books restored/)).toBeVisible()
  await expect.element(page.getByText('Failed to restore books. conflict.')).not.toBeInTheDocument()
  takeErrors()
  expect(sent[0]).toMatchObject([0, 2].map((at) => ({ id: `book-${at}`, deleted: false })))
  expect(rows()).toEqual(['row-book-1'])
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  clickAtOnce(page.getByRole('button', { name: 'Undo' }))
  await expect.element(page.getByText('2 books moved to the bin again')).toBeVisible()
  expect(rows()).toHaveLength(3)
})

test('a bulk deletion of books is reverted from the activity page', async () => {
  const changes = [0, 1].map((at) => ({ field: 'deleted', from: 'no', to: 'yes', item: { id: `book-${at}`, name: `Book ${at}` } }))
  const subject = { id: null, name: '2 books' }
  const entry: AuditEntry = { id: 'act-1', at: LATER, admin: null, address: '10.0.0.1', noun: 'book', verb: 'deleted', subject, changes }
  const restored = [0, 1].map((at) => ({ id: `book-${at}`, state: 'published', publishAt: null, publishedAt: LATER, deletedAt: null }))
  openFakeApi({
    '/audit': [entry],
    '/audit/people': [],
    'POST /books/changes/act-1/revert': {
      action: 'act-2',
      changed: restored.map((item) => ({ ...item, updatedAt: LATER })),
      skipped: ['Book 9'],
    },
  })
  await openAdminPage('/admin/activity')
  await expect.element(page.getByText('Someone deleted 2 books:')).toBeVisible()
  await page.getByRole('button', { name: 'Restore from the bin' }).click()
  await expect.element(question.getByText(/^2 books get back the status that they had\./)).toBeVisible()
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect.element(page.getByText('2 books restored from the bin. 1 was changed since then and stays as it is.')).toBeVisible()
})
