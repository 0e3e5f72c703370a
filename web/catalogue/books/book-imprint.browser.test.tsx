import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const OFFERING = { title: 'A Priced Book', slug: 'priced', madeEpub: { url: 'book.pdf/book.epub', bytes: 5000 } }
const OWNED = { items: [{ product: 'book', id: 'book-1' }] }
const epub = (role: 'link' | 'button') => page.getByRole(role, { name: /^EPUB for e-readers, / })

afterEach(() => localStorage.removeItem('ownedItems'))

async function openBook(changes: Parameters<typeof buildBook>[0]) {
  openFakeApi({ '/books/priced': buildBook({ ...OFFERING, ...changes }), '/authors': [], '/books': [], '/owned-items': OWNED })
  await openPage('/books/priced')
  await expect.element(page.getByRole('heading', { name: 'A Priced Book', level: 1 })).toBeVisible()
}

test('the EPUB of a free book is a link beside the PDF', async () => {
  await openBook({ price: 0 })
  await expect.element(epub('link')).toHaveAttribute('href', '/api/media/book.pdf/book.epub')
  await expect.element(epub('link')).toHaveAttribute('download', 'A Priced Book.epub')
  await expect.element(page.getByRole('link', { name: /^PDF, / })).toBeVisible()
})

test('the EPUB of a priced book is a button for its owners only', async () => {
  await openBook({ price: 3 })
  await expect.element(epub('button')).not.toBeInTheDocument()
  await expect.element(epub('link')).not.toBeInTheDocument()
})

test('owners of a priced book download its EPUB', async () => {
  localStorage.setItem('ownedItems', 'book-1')
  await openBook({ price: 3 })
  await expect.element(epub('button')).toBeVisible()
})
