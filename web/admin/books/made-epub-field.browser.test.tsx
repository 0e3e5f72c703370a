import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AdminMadeEpub } from '#contracts/catalogue/made-epub.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const offer = page.getByRole('checkbox', { name: 'Offer an EPUB made from the PDF' })
const sent: string[] = []
const NONE: AdminMadeEpub = { state: 'waiting', score: null, bytes: null, url: null }
const MADE: AdminMadeEpub = { state: 'made', score: 1, bytes: 240_000, url: 'book.pdf/book.epub?grant=admin' }

async function openForm(made: AdminMadeEpub, changes: Parameters<typeof buildBook>[0] = {}) {
  const book = buildBook(changes)
  openFakeApi({
    '/books': [book],
    '/books/book-1': book,
    '/admin/books/book-1/files': { files: [], former: [] },
    '/admin/books/book-1/epub': made,
    'PATCH /books/book-1': (_: URL, body: string) => {
      sent.push(body)
      return book
    },
  })
  await openAdminPage('/admin/books/book-1/edit')
}

test.each<[string, AdminMadeEpub, RegExp]>([
  ['not made yet', NONE, /The EPUB is not made yet/],
  ['of a poor text', { ...NONE, state: 'poor', score: 0.618 }, /It scores 61 of 100\./],
  ['of a locked PDF', { ...NONE, state: 'locked' }, /This PDF opens only with a password/],
  ['beside an EPUB file', { ...NONE, state: 'own' }, /The book has an EPUB file, which is offered\./],
])('an EPUB that is %s can’t be offered, and the form says why', async (_, made, reason) => {
  await openForm(made)
  await expect.element(page.getByText(reason)).toBeVisible()
  await expect.element(offer).toBeDisabled()
  await expect.element(page.getByRole('link', { name: 'Open the EPUB' })).not.toBeInTheDocument()
})

test('a made EPUB is opened from the form and offered with the keyboard', async () => {
  await openForm(MADE)
  await expect
    .element(page.getByRole('link', { name: 'Open the EPUB' }))
    .toHaveAttribute('href', '/api/media/book.pdf/book.epub?grant=admin')
  await expect.element(page.getByText(/^23[45](\.\d)? KB$/)).toBeVisible()
  await expectToFitEachSize()
  offer.element().focus()
  await userEvent.keyboard(' ')
  await expect.element(offer).toBeChecked()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(() => sent.map((body) => JSON.parse(body).offerEpub)).toEqual(['yes'])
})

test('an EPUB that is offered can be switched off, also if it is made no longer', async () => {
  await openForm({ ...NONE, state: 'failed' }, { offerEpub: true })
  await expect.element(page.getByText('No EPUB can be made from this PDF.')).toBeVisible()
  await expect.element(offer).toBeChecked()
  await offer.click()
  await expect.element(offer).not.toBeChecked()
})

test('the form of a new book says when its EPUB can be looked at', async () => {
  openFakeApi({ '/books': [], '/contact': { delivery: 'simulate' }, '/authors': [] })
  await openAdminPage('/admin/books/new')
  await expect.element(page.getByText(/^Publish the book first/)).toBeVisible()
  await expect.element(offer).toBeDisabled()
})
