import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openBook, pagePath, picturePaths, serveBook, showsPage } from '#tests/support/component/book.tsx'

const PREVIEW = { totalPages: 40, offer: <button type="button">Get the whole book for $3.00</button> }
const never = () => new Promise<Response>(() => {})
const busy = () => new Response(null, { status: 503 })
const slow = page.getByText(/^This takes longer than usual/)
const isBusy = page.getByText('The server is busy. The reader tries again every few seconds.')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const pdf = page.getByRole('link', { name: 'Download PDF', exact: true })
const view = (name: 'pages' | 'text') => localStorage.setItem('readingSettings', JSON.stringify({ view: name }))

test('a book that loads slowly offers the PDF and another try after five seconds, which opens the book', async () => {
  const { answers } = await serveBook()
  const manifest = answers[pagePath('')]
  answers[pagePath('')] = never
  for (const path of picturePaths(1)) answers[path] = never
  await openBook()
  await expect.element(slow).toBeVisible()
  await expect.element(pdf).toBeVisible()
  const { answers: after } = await serveBook()
  after[pagePath('')] = manifest
  await button('Try again').click()
  await showsPage(1)
})

test('a page that loads slowly offers the text, and text that loads slowly offers the pages', async () => {
  const { answers } = await serveBook({ pages: { hasFlow: true } })
  for (const path of picturePaths(1)) answers[path] = never
  answers[pagePath('/flow')] = never
  await openBook()
  await button('Read as text').click()
  await button('Show the pages').click()
  await expect.element(page.getByRole('region', { name: 'Page', exact: true })).toBeVisible()
})

test('while the server is busy, the reader says so and tries again', async () => {
  view('text')
  const { answers } = await serveBook({ pages: { hasFlow: true } })
  const contents = answers[pagePath('/flow')]
  answers[pagePath('/flow')] = busy
  await openBook()
  await expect.element(isBusy).toBeVisible()
  answers[pagePath('/flow')] = contents
  await expect.element(page.getByRole('heading', { name: /Chapter 1/ }).first()).toBeVisible()
  await expect.element(isBusy).not.toBeInTheDocument()
})

test.each(['pages', 'text'] as const)('a preview as %s has its offer and size below it, from the first moment', async (name) => {
  view(name)
  const { answers } = await serveBook({ pages: { hasFlow: true } })
  const manifest = answers[pagePath('')]
  let answer = (_: unknown) => {}
  const waiting = new Promise((resolve) => {
    answer = resolve
  })
  answers[pagePath('')] = () => waiting.then(() => Response.json(manifest))
  await openBook({ price: 3, preview: PREVIEW })
  await expect.element(button('Get the whole book for $3.00')).toBeVisible()
  answer(undefined)
  await expect.element(page.getByText('First 8 of 40 pages')).toBeVisible()
  await expect.poll(() => button('Page 1 of 8').query()?.textContent).toBe('Page 1')
  await expect.element(button('Get the whole book for $3.00')).toBeVisible()
})
