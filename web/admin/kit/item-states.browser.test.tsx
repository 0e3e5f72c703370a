import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const DELETED = buildBook({ title: 'Thrown away', deletedAt: '2026-01-02T00:00:00.000Z' })

test('the form of a scheduled book displays the publication time in the time zone of the site, and saves the time', async () => {
  const sent: Record<string, string>[] = []
  const book = buildBook({ state: 'scheduled', publishAt: '2030-12-24T16:00:00.000Z' })
  openFakeApi({
    '/books': [book],
    '/books/book-1': book,
    'PATCH /books/book-1': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return book
    },
  })
  await page.viewport(1440, 900)
  onTestFinished(() => page.viewport(360, 740))
  const { expectAddress } = await openAdminPage('/admin/books')
  await expect.element(page.getByText('Scheduled for 24 Dec 2030, 18:00')).toBeVisible()
  await page.getByRole('link', { name: `Edit ${book.title}` }).click()
  await expect.element(page.getByRole('heading', { name: `Edit book “${book.title}”` })).toBeVisible()
  await expect.element(page.getByText('View on site')).not.toBeInTheDocument()
  const time = page.getByLabelText('Publication time')
  await expect.element(time).toHaveValue('2030-12-24T18:00')
  await expectToFitEachSize()
  await page.getByLabelText('Status').selectOptions('draft')
  await expect.element(time).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectAddress('/admin/books')
  expect(sent).toMatchObject([{ state: 'draft' }])
})

test('the form of a draft creates a preview link to copy instead of linking to the public page, and reports a failure', async () => {
  const draft = buildBook({ state: 'draft' })
  const { answers, calls } = openFakeApi({ '/books': [draft], '/books/book-1': draft })
  await openAdminPage('/admin/books/book-1/edit')
  const create = page.getByRole('button', { name: 'Preview link' })
  await create.click()
  await expect.element(page.getByText('Failed to create the preview link').first()).toBeVisible()
  await expect.element(page.getByText('View on site')).not.toBeInTheDocument()
  const url = `${location.origin}/preview#token`
  answers['POST /admin/books/book-1/preview-link'] = { url, expiresAt: '2030-12-24T16:00:00.000Z' }
  await create.click()
  await expect
    .element(page.getByRole('textbox', { name: 'Link to the preview. Anyone who has it can see this book, as visitors will.' }))
    .toHaveValue(url)
  await expect.element(page.getByText(/Valid until/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open the preview' })).toHaveAttribute('href', url)
  expect(calls.filter((call) => call.includes('preview-link'))).toHaveLength(2)
  await expectToFitEachSize()
})

test('a published book has a link to its public page and no preview link', async () => {
  openFakeApi({ '/books': [buildBook()], '/books/book-1': buildBook() })
  await openAdminPage('/admin/books/book-1/edit')
  await expect.element(page.getByRole('link', { name: 'View on site' })).toHaveAttribute('href', '/books/sow-in-season')
  await expect.element(page.getByRole('button', { name: 'Preview link' })).not.toBeInTheDocument()
})

test('a book in the bin can be restored, or deleted permanently after a warning with the number of its owners', async () => {
  const { calls } = openFakeApi({
    '/admin/books': [DELETED],
    '/admin/owners': { owners: 3, items: 3 },
    'POST /admin/books/book-1/restore': DELETED,
  })
  await openAdminPage('/admin/books?state=bin')
  await expect.element(page.getByText('In the bin')).toBeVisible()
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Delete Thrown away for good' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText(/for good, with its files\. 3 buyers own it and would lose access to it\./)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Restore Thrown away' }).click()
  await expect.element(page.getByText('“Thrown away” was restored.')).toBeVisible()
  await expect.element(page.getByText('In the bin')).not.toBeInTheDocument()
  expect(calls).toContain('/admin/books/book-1/restore')
})

test('the deletion dialog of a book says that the book stays in the bin and that its owners keep access', async () => {
  openFakeApi({ '/books': [buildBook()], '/admin/owners': { owners: 1, items: 1 } })
  await openAdminPage('/admin/books')
  await page.getByRole('button', { name: 'Delete Sow in Season' }).click()
  const text = /stays in the bin for 30 days\. One buyer owns it and can open it until then\./
  await expect.element(page.getByRole('alertdialog').getByText(text)).toBeVisible()
})

test('a list of items has long names of authors in full on a phone', async () => {
  openFakeApi({ '/books': [buildBook({ author: 'Nomathemba Khumalo-Ndlovu' })] })
  await openAdminPage('/admin/books')
  const author = page.getByText('Nomathemba Khumalo-Ndlovu')
  await expect.element(author).toBeVisible()
  expect(author.element().scrollHeight).toBeLessThanOrEqual(author.element().clientHeight)
})
