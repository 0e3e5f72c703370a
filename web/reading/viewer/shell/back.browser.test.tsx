import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openBook, pagePath, readBook, serveBook } from '#tests/support/component/book.tsx'

const HIGHLIGHT = {
  id: 'one',
  book: 'book-1',
  part: 1,
  fromBlock: 0,
  fromOffset: 0,
  toBlock: 0,
  toOffset: 4,
  page: 1,
  quote: 'Some',
  note: '',
}

const book = page.getByRole('dialog')
const press = (name: string) => page.getByRole('button', { name }).click()
const overlayEntries = () => history.state.position - history.state.base
const sideOf = (name: string) => page.getByRole('complementary', { name })
const hits = page.getByRole('region', { name: 'Search results' })

async function search() {
  await press('Search in this book')
  await userEvent.keyboard('lit{Enter}')
  await page.getByRole('button', { name: /The Lit Window/ }).click()
}

test.each([
  { part: 'the contents', open: () => press('Contents and bookmarks'), shown: sideOf('Contents and bookmarks') },
  { part: 'the search', open: () => press('Search in this book'), shown: sideOf('Search in this book') },
  { part: 'the bar of the search', open: search, shown: hits },
  { part: 'the field for a page', open: () => press('Page 1 of 8'), shown: page.getByRole('textbox', { name: 'Page' }) },
  { part: 'the text settings', isText: true, open: () => press('Text settings'), shown: sideOf('Text settings') },
  { part: 'the highlights', isText: true, open: () => press('Highlights and notes'), shown: sideOf('Highlights and notes') },
])('on a phone, Back closes $part, and the next Back closes the book', async ({ isText, open, shown }) => {
  await page.viewport(360, 740)
  if (isText) localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  const { answers } = await serveBook({ pages: { hasFlow: true } })
  answers[pagePath('/search')] = { hits: [{ page: 1, count: 1, text: ['The ', 'Lit', ' Window'] }], total: 1, isComplete: true }
  await openBook()
  await open()
  await expect.element(shown).toBeVisible()
  await expect.poll(overlayEntries).toBe(2)
  history.back()
  await expect.element(shown).not.toBeInTheDocument()
  await expect.element(book).toBeVisible()
  history.back()
  await expect.element(book).not.toBeInTheDocument()
})

test('Back in a note stores the changed note, then closes the panel, then the book', async () => {
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  localStorage.setItem('highlights', JSON.stringify([HIGHLIGHT]))
  await serveBook({ pages: { hasFlow: true } })
  await openBook()
  await press('Highlights and notes')
  await press('Add note')
  await userEvent.keyboard('Mine')
  await expect.poll(overlayEntries).toBe(3)
  history.back()
  await expect.element(page.getByText('Mine', { exact: true })).toBeVisible()
  expect(JSON.parse(localStorage.getItem('highlights') ?? '[]')).toEqual([{ ...HIGHLIGHT, note: 'Mine' }])
  history.back()
  await expect.element(sideOf('Highlights and notes')).not.toBeInTheDocument()
  history.back()
  await expect.element(book).not.toBeInTheDocument()
})

test('after a panel was closed by its button, one Back closes the book', async () => {
  await serveBook()
  await readBook()
  await press('Contents and bookmarks')
  await expect.poll(overlayEntries).toBe(2)
  await press('Back to the page')
  history.back()
  await expect.element(book).not.toBeInTheDocument()
})
