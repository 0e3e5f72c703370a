import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FoundPlaces, SoughtPlaces } from '#contracts/reading/sought-places.ts'
import { FILE, openBook, pagePath, readBook, serveBook, showsPage, textOf } from '#tests/support/component/book.tsx'
import { describeFile } from '#web/lib/document-file.ts'

const EDITION = describeFile(FILE).edition
const FORMER = 'a'.repeat(16)
const HIGHLIGHT = { book: 'book-1', part: 2, fromBlock: 9, fromOffset: 30, toBlock: 9, toOffset: 50, note: '', edition: FORMER }

/** Serves the search for words, by the pages on which they are. `held` delays the responses. */
async function serveEdition(pages: Record<string, number> = {}, { hasFlow = false, held = Promise.resolve() } = {}) {
  const { answers } = await serveBook({ pages: { hasFlow } })
  const asked: SoughtPlaces['places'][] = []
  answers[pagePath('/places')] = async (_: URL, body: string) => {
    const { places } = JSON.parse(body) as SoughtPlaces
    asked.push(places)
    await held
    const found = places.map(({ page: former, words }) =>
      words === undefined ? { page: former, words: `Words of page ${former}` } : { page: pages[words] ?? null, words },
    )
    return { places: found, isComplete: true } satisfies FoundPlaces
  }
  return { asked }
}
const store = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))
const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? '[]')
const readAsText = () => store('readingSettings', { view: 'text' })
const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const contents = page.getByRole('complementary', { name: 'Contents and bookmarks' })
const current = (number: number) => page.getByRole('button', { name: `Page ${number} of 8`, exact: true })

test('Continue leads to the words of a place in the page view, and the stored place is unchanged until the reader moves', async () => {
  const place = { book: 'book-1', page: 3, words: 'The lamp stood', edition: FORMER, at: 5 }
  store('readingPositions', [place])
  const { asked } = await serveEdition({ 'The lamp stood': 7 })
  await readBook()
  await expect.element(page.getByRole('button', { name: 'Continue on page 7' })).toBeVisible()
  expect(asked).toEqual([[{ page: 3, words: 'The lamp stood' }]])
  expect(read('readingPositions')).toEqual([place])
  await press('Continue on page 7')
  await expect.poll(() => read('readingPositions')[0]).toMatchObject({ page: 7, edition: EDITION })
  await expect.poll(() => read('readingPositions')[0].words).toBe('Page 7 of The Lit Window')
})

test('the text opens at the words of the place, in another chapter, and nothing is stored', async () => {
  readAsText()
  const text = { part: 1, block: 40, offset: 7, page: 2, words: 'Chapter 2, beginning' }
  const places = [{ book: 'book-1', page: 2, text, edition: FORMER, at: 5 }]
  store('readingPositions', places)
  await serveEdition({ 'Chapter 2, beginning': 5 }, { hasFlow: true })
  await openBook()
  await expect.element(page.getByRole('heading', { name: 'Chapter 2', exact: true })).toBeVisible()
  await expect.element(current(5)).toBeVisible()
  window.dispatchEvent(new Event('pagehide'))
  expect(read('readingPositions')).toEqual(places)
})

test('a bookmark that is set before the text of its page has arrived gets its words then', async () => {
  const { answers } = await serveBook()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  answers[pagePath('/2/text')] = () => arrived.then(() => textOf(2))
  await readBook()
  await press('Next')
  await showsPage(2)
  await press('Bookmark this page')
  expect(read('bookmarks')).toEqual([{ book: 'book-1', page: 2, edition: EDITION }])
  arrive()
  await expect.poll(() => read('bookmarks')).toEqual([{ book: 'book-1', page: 2, words: 'Page 2 of The Lit Window', edition: EDITION }])
})

test('bookmarks lead to their words, and a place and a bookmark that the edition doesn’t have are said once and listed with their words', async () => {
  const bookmarks = [
    { book: 'book-1', page: 2, words: 'Rudo lit the lamp', edition: FORMER },
    { book: 'book-1', page: 3, words: 'Words that were cut', edition: FORMER },
  ]
  store('bookmarks', bookmarks)
  store('readingPositions', [{ book: 'book-1', page: 6, words: 'The old end', edition: FORMER, at: 5 }])
  const { asked } = await serveEdition({ 'Rudo lit the lamp': 4 })
  const { unmount } = await readBook()
  await expect
    .element(page.getByText(/The place where you stopped and 1 bookmark are not in it, but listed under Contents and bookmarks\./))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Continue/ })).not.toBeInTheDocument()
  await press('Contents and bookmarks')
  const bookmark = contents.getByRole('list', { name: 'Bookmarks' }).getByRole('button', { name: 'Page 4', exact: true })
  await expect.element(bookmark).toBeVisible()
  await expect.element(contents.getByText('“Words that were cut …”')).toBeVisible()
  await expect.element(contents.getByText('“The old end …”')).toBeVisible()
  await bookmark.click()
  await expect.element(page.getByRole('button', { name: 'Bookmark this page' })).toHaveAttribute('aria-pressed', 'true')
  expect(read('bookmarks')).toEqual(bookmarks)
  const requests = asked.length
  await unmount()
  await readBook()
  await press('Contents and bookmarks')
  await expect.element(contents.getByText('“Words that were cut …”')).toBeVisible()
  expect(asked).toHaveLength(requests)
  await contents.getByRole('button', { name: 'Remove: You stopped on page 6' }).click()
  await expect.element(contents.getByText('“The old end …”')).not.toBeInTheDocument()
})

test('a highlight is found in another chapter; one that the edition doesn’t have is listed with its words and note', async () => {
  readAsText()
  const highlights = [
    { ...HIGHLIGHT, id: 'one', page: 2, quote: 'Chapter 2, beginning 1', note: 'Moved' },
    { ...HIGHLIGHT, id: 'two', page: 3, quote: 'Words that were cut', note: 'Mine' },
  ]
  store('highlights', highlights)
  await serveEdition({ 'Chapter 2, beginning 1': 5 }, { hasFlow: true })
  await openBook()
  await expect.element(page.getByText(/1 highlight is not in it, but listed under Highlights and notes\./)).toBeVisible()
  await press('Highlights and notes')
  await expect.element(page.getByText('Words that were cut')).toBeVisible()
  await expect.element(page.getByText('Not in this edition')).toBeVisible()
  await expect.element(page.getByText('Mine', { exact: true })).toBeVisible()
  await press(/^Chapter 2, beginning 1/)
  await expect.poll(() => document.querySelector('[data-highlight="one"]')?.textContent).toMatch(/Chapter 2/)
  expect(read('highlights')).toEqual(highlights)
})

test('a note that is written while words are searched stays', async () => {
  readAsText()
  store('highlights', [{ ...HIGHLIGHT, id: 'one', page: 1, quote: 'Some words' }])
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await serveEdition({ 'Some words': 6 }, { hasFlow: true, held })
  await openBook()
  await press('Highlights and notes')
  await press('Add note')
  await userEvent.keyboard('Mine')
  await press('Save')
  answer()
  await expect.poll(() => localStorage.getItem('foundPlaces')).toContain('one')
  expect(read('highlights')[0].note).toBe('Mine')
})

test('bookmarks of earlier versions get words and edition when their book is opened, and are searched only once', async () => {
  store('bookmarks', [
    { book: 'book-1', page: 3 },
    { book: 'other', page: 3 },
  ])
  const { asked } = await serveEdition()
  const { unmount } = await readBook()
  await expect
    .poll(() => read('bookmarks'))
    .toEqual([
      { book: 'book-1', page: 3, words: 'Words of page 3', edition: EDITION },
      { book: 'other', page: 3 },
    ])
  await unmount()
  await readBook()
  expect(asked).toHaveLength(1)
})

test('while words can’t be searched, a place of another edition is offered as such, and turning a page doesn’t replace it', async () => {
  const place = { book: 'book-1', page: 6, words: 'The lamp stood', edition: FORMER, at: 5 }
  store('readingPositions', [place])
  await serveBook()
  await readBook()
  await expect.element(page.getByRole('button', { name: 'You stopped on page 6 of another edition' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(current(2)).toBeVisible()
  window.dispatchEvent(new Event('pagehide'))
  expect(read('readingPositions')).toEqual([place])
})
