import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openBook, serveBook } from '#tests/support/component/book.tsx'

const HIGHLIGHT = {
  id: 'one',
  book: 'book-1',
  part: 1,
  fromBlock: 0,
  fromOffset: 0,
  toBlock: 0,
  toOffset: 4,
  page: 1,
  quote: 'Some words',
  note: 'Mine',
}

test('Undo restores a deleted highlight with its note', async () => {
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  localStorage.setItem('highlights', JSON.stringify([HIGHLIGHT]))
  await serveBook({ pages: { hasFlow: true } })
  await openBook()
  await page.getByRole('button', { name: 'Highlights and notes' }).click()
  const note = page.getByText('Mine', { exact: true })
  await expect.element(note).toBeVisible()
  await page.getByRole('button', { name: 'Delete the highlight on page 1' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(note).toBeVisible()
  expect(JSON.parse(localStorage.getItem('highlights') ?? '[]')).toEqual([HIGHLIGHT])
})
