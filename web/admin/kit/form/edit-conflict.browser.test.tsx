import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BookDetails } from '#contracts/catalogue/book.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { press } from '#tests/support/component/press.ts'

const EDIT = '/admin/books/book-1/edit'

let stored: BookDetails | undefined
let sent: Record<string, string>[]
let versions = 0
beforeEach(() => {
  sent = []
  stored = buildBook({ title: 'Sow in Season', price: 7 })
})

/** Simulates a change of the book by another administrator. */
function change(fields: Partial<BookDetails>) {
  versions += 1
  if (stored) stored = { ...stored, ...fields, updatedAt: `2026-02-01T00:00:${String(versions).padStart(2, '0')}.000Z` }
}

/** Opens the book list on a fake API that, like the real API, rejects a change based on an outdated version. */
function openBooks() {
  const gone = () => refuse(404, 'not_found')
  return openFakeApi({
    '/contact': { delivery: 'simulate' },
    '/books': () => Response.json(stored ? [stored] : []),
    '/books/book-1': () => stored ?? gone(),
    '/admin/owners': { owners: 0, items: 0 },
    'PATCH /books/book-1': (_url: URL, body: string) => {
      const { updatedAt, price, lockedPdf: _, ...fields } = JSON.parse(body) as Record<string, string>
      sent.push({ ...fields, ...(price !== undefined && { price }) })
      if (!stored) return gone()
      if (updatedAt !== stored.updatedAt) return refuse(409, 'conflict')
      change({ ...fields, ...(price !== undefined && { price: Number(price) }) })
      return stored
    },
    'DELETE /books/book-1': () => (stored ? new Response(null, { status: 204 }) : gone()),
  })
}

/** Opens a book's form and types another title. */
async function edit() {
  openBooks()
  const area = await openAdminPage(EDIT)
  await page.getByLabelText('Title').fill('Sow in Season, mine')
  return area
}

const save = page.getByRole('button', { name: 'Save changes' })
const notice = page.getByText('Someone else changed this book in the meantime. Nothing was saved. Your changes are still here.')

test('a conflicting change can be reviewed, compared and saved over the newer version with the keyboard alone', async () => {
  await edit()
  change({ price: 5, description: 'Another description.' })
  await press(save)
  await expect.element(page.getByText('Failed to update book').first()).toBeVisible()
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByRole('alert').filter({ has: notice })).toHaveFocus()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Sow in Season, mine')
  await expectToFitEachSize()

  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Compare with the newer version' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'The newer version' })
  await expect.element(dialog.getByText('$5.00')).toBeVisible()
  const changed = [...dialog.element().querySelectorAll('dt')].map((term) => term.textContent).filter((term) => term.includes('changed'))
  expect(changed).toEqual(['Price · changed', 'Description · changed'])
  await expectToFitEachSize()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Save my changes anyway' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Book updated successfully')).toBeVisible()
  // Saving overwrites only the edited field of the newer version.
  expect(sent.at(-1)).toEqual({ title: 'Sow in Season, mine' })
  expect(stored).toMatchObject({ title: 'Sow in Season, mine', price: 5, description: 'Another description.' })
})

test('status and publication time of the newer version have the same labels in the comparison as in the form', async () => {
  await edit()
  change({ state: 'scheduled', publishAt: '2099-03-01T06:00:00.000Z' })
  await save.click()
  await page.getByRole('button', { name: 'Compare with the newer version' }).click()
  const dialog = page.getByRole('dialog', { name: 'The newer version' })
  await expect.element(dialog.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('1 Mar 2099, 08:00', { exact: true })).toBeVisible()
})

test('unsaved changes can be discarded in favor of the newer version, which can then be edited', { tags: ['full'] }, async () => {
  await edit()
  change({ price: 5 })
  await save.click()
  await page.getByRole('button', { name: 'Compare with the newer version' }).click()
  await press(page.getByRole('button', { name: 'Discard my changes, edit this version' }))
  await expect.element(page.getByLabelText('Title')).toHaveValue('Sow in Season')
  await expect.element(page.getByLabelText('Price')).toHaveValue('5.00')
  await page.getByLabelText('Price').fill('6')
  await save.click()
  await expect.element(page.getByText('Book updated successfully')).toBeVisible()
  expect(stored).toMatchObject({ title: 'Sow in Season', price: 6 })
})

test('if an item changes again while the conflict notice is displayed, saving anyway reports another conflict', async () => {
  await edit()
  change({ price: 5 })
  await save.click()
  const saveMine = page.getByRole('button', { name: 'Save my changes anyway' })
  await expect.element(saveMine).toBeVisible()
  change({ price: 4 })
  await saveMine.click()
  await page.getByRole('button', { name: 'Compare with the newer version' }).click()
  await expect.element(page.getByRole('dialog').getByText('$4.00')).toBeVisible()
})

test('a draft restored after a reload is still compared with the item version on which the draft is based', async () => {
  const { unmount } = await edit()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
  change({ title: 'Sow in Season, theirs' })
  await unmount()
  await openAdminPage(EDIT)
  await expect.element(page.getByText('Your unsaved changes were restored. Files have to be chosen again.')).toBeVisible()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Sow in Season, mine')
  await save.click()
  await expect.element(notice).toBeVisible()
})

test('saving an item that was deleted in the meantime reports the deletion and preserves the typed values', {
  tags: ['full'],
}, async () => {
  const { expectAddress } = await edit()
  stored = undefined
  await save.click()
  await expect.element(page.getByText(/^Someone else deleted this book in the meantime/)).toBeVisible()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Sow in Season, mine')
  await expectToFitEachSize()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expectAddress('/admin/books')
  await expect.element(page.getByText(/^There are no books yet/)).toBeVisible()
})

test('deleting an item that is already deleted removes its row with an explanation', async () => {
  openBooks()
  await openAdminPage('/admin/books')
  await page.getByRole('button', { name: 'Delete Sow in Season' }).click()
  stored = undefined
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('“Sow in Season” was already deleted.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete Sow in Season' })).not.toBeInTheDocument()
  expect(page.getByText('Failed to delete book').elements()).toEqual([])
})

test('opening a form displays changes that others have saved since the list was loaded', async () => {
  openBooks()
  await openAdminPage('/admin/books')
  await expect.element(page.getByRole('link', { name: 'Edit Sow in Season' })).toBeVisible()
  change({ price: 3 })
  await page.getByRole('link', { name: 'Edit Sow in Season' }).click()
  await expect.element(page.getByLabelText('Price')).toHaveValue('3.00')
})

test('the edit conflict notice names the colleague and the time of the change', { tags: ['full'] }, async () => {
  const { answers } = openBooks()
  const entry = { at: '2026-02-01T12:05:00.000Z', address: null, noun: 'book', verb: 'changed' }
  const price = { field: 'price', from: '7.00', to: '5.00', item: { id: 'book-1', name: 'Sow in Season' } }
  answers['/audit'] = [
    { ...entry, id: '3', admin: { id: 'c', name: 'Chipo' }, subject: { id: 'book-2', name: 'Reap' }, changes: [] },
    { ...entry, id: '2', admin: { id: 'r', name: 'Rudo Dube' }, subject: { id: null, name: '2 books' }, changes: [price] },
  ]
  await openAdminPage(EDIT)
  await page.getByLabelText('Title').fill('Sow in Season, mine')
  change({ price: 5 })
  await press(save)
  await expect.element(page.getByText(/^Rudo Dube changed this book on 1 Feb 2026, \d\d:05\. Nothing was saved\./)).toBeVisible()
})
