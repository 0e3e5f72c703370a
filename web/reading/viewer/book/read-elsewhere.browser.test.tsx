import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ReadingAct, SavedReadingPosition } from '#contracts/reading/reading-position.ts'
import { goOffline, readBook, serveBook, showsPage } from '#tests/support/component/book.tsx'

const SHARED = '/reading-places/book-1'
const stored = () => JSON.parse(localStorage.getItem('readingPositions') ?? '[]')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

/** Serves a purchased book, whose place is shared with other browsers. `acts` are the places that this browser sent. */
async function serveSharedBook() {
  const { answers } = await serveBook()
  const acts: ReadingAct[] = []
  const server: { saved: SavedReadingPosition | null } = { saved: null }
  answers[SHARED] = () => Response.json(server.saved)
  answers[`PUT ${SHARED}`] = (_: URL, body: string) => {
    acts.push(JSON.parse(body))
    return { savedAt: `2026-01-01T00:00:0${acts.length}Z`, newer: null }
  }
  return { acts, server }
}

test('a tab to which the reader returns offers the place that was read in another tab, and turning a page keeps that place', async () => {
  await serveBook()
  await readBook()
  await press('Next')
  await showsPage(2)
  localStorage.setItem('readingPositions', JSON.stringify([{ book: 'book-1', page: 7, at: Date.now() }]))
  comeBack()
  await expect.element(page.getByRole('button', { name: 'Continue on page 7' })).toBeVisible()
  await press('Next')
  await showsPage(3)
  expect(stored()).toMatchObject([{ page: 7 }])
  await press('Continue on page 7')
  await showsPage(7)
  await expect.element(page.getByRole('button', { name: /^Continue/ })).not.toBeInTheDocument()
})

test('a tab to which the reader returns offers the place that was read in another browser of the purchase', async () => {
  const { acts, server } = await serveSharedBook()
  await readBook({ price: 3 })
  await press('Next')
  await showsPage(2)
  await expect.poll(() => acts).toHaveLength(1)
  server.saved = { page: 6, text: null, savedAt: '2026-01-01T00:00:09Z', age: 0 }
  comeBack()
  await expect.element(page.getByRole('button', { name: 'Continue on page 6' })).toBeVisible()
})

test('a page that was turned offline is shared when the line is back', async () => {
  const { acts } = await serveSharedBook()
  await readBook({ price: 3 })
  const goOnline = goOffline()
  await press('Next')
  await expect.element(page.getByRole('button', { name: 'Page 2 of 8', exact: true })).toBeVisible()
  // Hiding the tab ends the pause after which a place is shared.
  window.dispatchEvent(new Event('pagehide'))
  goOnline()
  await expect.poll(() => acts).toMatchObject([{ page: 2 }])
})

test('each page is stored as soon as it is turned', async () => {
  await serveBook()
  await readBook()
  for (const number of [2, 3, 4]) {
    const next = page.getByRole('button', { name: 'Next' }).element() as HTMLElement
    next.click()
    await expect.element(page.getByRole('button', { name: `Page ${number} of 8`, exact: true })).toBeVisible()
    expect(stored()[0].page).toBe(number)
  }
})
