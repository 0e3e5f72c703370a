// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { pagePath, readBook, serveBook, showsPage } from '#tests/support/component/book.tsx'
import { inEachSize } from '#tests/support/component/in-each-size.ts'

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]
const hits = [2, 5, 8].map((number) => ({ page: number, count: 2, text: ['', 'Page', ` ${number} of The `, 'Lit', ' Window'] }))

const panel = page.getByRole('complementary', { name: 'Search in this book' })
const words = panel.getByRole('searchbox', { name: 'Words to find' })
const marked = () => [...(CSS.highlights.get('viewer-found') ?? [])].map(String)

const chosen = () => [...(CSS.highlights.get('viewer-found-chosen') ?? [])].map(String)

async function read() {
  const { answers } = await serveBook()
  answers[pagePath('/search')] = ({ searchParams }: URL) =>
    searchParams.get('q') === 'lit' ? { hits, total: hits.length, isComplete: true } : { hits: [], total: 0, isComplete: false }
  await readBook()
}

async function look() {
  expect(await findViolations()).toEqual([])
  expect(overflows()).toBe(false)
}

test('the / key opens the search, all hits on the current page are highlighted, and closing the search removes the highlights', async () => {
  await page.viewport(1440, 900)
  await read()
  await userEvent.keyboard('/')
  await expect.element(words).toHaveFocus()
  await userEvent.keyboard('lit{Enter}')
  await expect.element(panel.getByText('6 hits on 3 pages:')).toBeVisible()
  await expect.poll(marked).toEqual(['Page', 'Lit'])
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Enter}')
  await showsPage(5)
  await expect.poll(() => panel.element().querySelector('[aria-current=page]')?.textContent).toContain('Page 5')
  await expect.poll(marked).toEqual(['Page', 'Lit'])
  await inEachSize(look, SIZES)
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(marked).toEqual([])
})

test('on a phone, choosing a search hit closes the search panel, and arrow buttons step through the hits', async () => {
  await page.viewport(360, 740)
  await read()
  await page.getByRole('button', { name: 'Search in this book' }).click()
  await expect.element(words).toHaveFocus()
  await userEvent.keyboard('lit{Enter}')
  await panel.getByRole('button', { name: /^Page 2/ }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await showsPage(2)
  const steps = page.getByRole('region', { name: 'Search results' })
  await expect.element(steps.getByText('1 of 6')).toBeVisible()
  await steps.getByRole('button', { name: 'Next result' }).click()
  await expect.element(steps.getByText('2 of 6')).toBeVisible()
  await expect.poll(chosen).toEqual(['Lit'])
  await steps.getByRole('button', { name: 'Previous result' }).click()
  await expect.poll(chosen).toEqual(['Page'])
  await steps.getByRole('button', { name: 'Previous result' }).click()
  await showsPage(8)
  await expect.poll(marked).toEqual(['Page', 'Lit'])
  await inEachSize(look, SIZES.slice(0, 1))
  await steps.getByRole('button', { name: 'Close the search' }).click()
  await expect.element(steps).not.toBeInTheDocument()
  await expect.poll(marked).toEqual([])
})

test('a search without hits mentions pages that are still being processed, and a book without text says that it can’t be searched', async () => {
  await page.viewport(360, 740)
  const { answers } = await serveBook()
  answers[pagePath('/search')] = { hits: [], total: 0, isComplete: false }
  await readBook()
  await userEvent.keyboard('/')
  await expect.element(words).toHaveFocus()
  await userEvent.keyboard('flood{Enter}')
  await expect.element(panel.getByText('Nothing found. Some pages are still being processed. Search again in a moment.')).toBeVisible()
  await look()
  answers[pagePath('/search')] = ({ searchParams }: URL) =>
    searchParams.get('q') === 'lit'
      ? { hits, total: 3, isComplete: true, suggestion: null }
      : { hits: [], total: 0, isComplete: true, suggestion: 'lit' }
  await userEvent.keyboard('{Enter}')
  await panel.getByRole('button', { name: 'lit', exact: true }).click()
  await expect.element(panel.getByText('6 hits on 3 pages:')).toBeVisible()
  await expect.element(words).toHaveFocus()
  await expect.element(words).toHaveValue('lit')
  answers[pagePath('/search')] = () => new Response(null, { status: 404 })
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('This book’s text can’t be searched.')).toBeVisible()
})
