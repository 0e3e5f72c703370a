import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ItemFiles } from '#contracts/catalogue/item-files.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const BOOK = buildBook()
const FILES: ItemFiles = {
  files: [
    { field: 'coverImage', name: 'Sow in Season.jpg', bytes: 48_000, url: 'cover.jpg' },
    { field: 'pdf', name: 'Sow in Season.pdf', bytes: 2_400_000, url: 'book.pdf?grant=admin' },
  ],
  former: [
    {
      id: 'former-1',
      field: 'pdf',
      name: 'Sow in Season.pdf',
      bytes: 1_200_000,
      url: 'former.pdf?grant=admin',
      replacedAt: '2026-03-01T10:00:00.000Z',
      keptUntil: '2026-03-31T10:00:00.000Z',
    },
  ],
}
const FORMER = 'POST /admin/books/book-1/former-files/former-1/restore'
const restore = page.getByRole('button', { name: 'Restore this version' })
const question = page.getByRole('alertdialog')

const openApi = (answers = {}) => openFakeApi({ '/books': [BOOK], '/books/book-1': BOOK, '/admin/books/book-1/files': FILES, ...answers })

test('the form lists stored files with size and link, and previous versions with a download link', async () => {
  openApi()
  await openAdminPage('/admin/books/book-1/edit')
  await expect.element(page.getByRole('link', { name: 'Sow in Season.jpg' })).toHaveAttribute('href', '/api/media/cover.jpg')
  await expect.element(page.getByRole('link', { name: 'Sow in Season.pdf' })).toHaveAttribute('href', '/api/media/book.pdf?grant=admin')
  await expect.element(page.getByText('2.3 MB')).toBeVisible()
  const former = page.getByRole('list', { name: 'Earlier versions, kept for 30 days' })
  await expect.element(former.getByText('Replaced 1 Mar 2026, 1.1 MB, kept until 31 Mar 2026')).toBeVisible()
  const download = former.getByRole('link', { name: 'Download' })
  await expect.element(download).toHaveAttribute('href', '/api/media/former.pdf?grant=admin')
  await expect.element(download).toHaveAttribute('download', 'Sow in Season.pdf')
  await expectToFitEachSize()
})

test('restoring a previous file version requires a confirmation that mentions unsaved changes, and then updates the form', async () => {
  const { answers, calls } = openApi()
  await openAdminPage('/admin/books/book-1/edit')
  await restore.click()
  await expect.element(question.getByText(/The present file is kept for 30 days\.$/)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(calls).not.toContain(FORMER.slice('POST '.length))

  await page.getByLabelText('Title').fill('Sow at Dawn')
  await restore.click()
  await expect.element(question.getByText(/What you entered and did not save will be lost\./)).toBeVisible()
  answers[FORMER] = { ...BOOK, updatedAt: '2026-03-02T10:00:00.000Z' }
  answers['/admin/books/book-1/files'] = { ...FILES, former: [] }
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('The earlier version was restored')).toBeVisible()
  await expect.element(restore).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Sow in Season')
})

test('a failed restoration is reported and preserves the values typed into the form', async () => {
  openApi({ [FORMER]: refuse(404, 'not_found') })
  await openAdminPage('/admin/books/book-1/edit')
  await page.getByLabelText('Title').fill('Sow at Dawn')
  await restore.click()
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByText('Failed to restore the earlier version').first()).toBeVisible()
  await expect.element(restore).toBeEnabled()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Sow at Dawn')
  takeErrors()
})

test('loading the stored files can be retried after a failure', async () => {
  const { answers } = openApi({ '/admin/books/book-1/files': () => Response.json({}, { status: 500 }) })
  await openAdminPage('/admin/books/book-1/edit')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again.first()).toBeVisible()
  answers['/admin/books/book-1/files'] = FILES
  await again.first().click()
  await expect.element(page.getByRole('link', { name: 'Sow in Season.pdf' })).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
  expect(vi.mocked(console.warn).mock.calls.map(String)).toEqual(['ApiError'])
  vi.mocked(console.warn).mockClear()
})

test('a form that adds a book has no stored files', async () => {
  const { calls } = openApi({ '/authors': [] })
  await openAdminPage('/admin/books/new')
  await expect.element(page.getByLabelText('PDF file')).toBeInTheDocument()
  await expect.element(page.getByText('Now:')).not.toBeInTheDocument()
  expect(calls.filter((call) => call.includes('/files'))).toEqual([])
})
