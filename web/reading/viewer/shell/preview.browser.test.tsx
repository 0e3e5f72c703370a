import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { FILE, openBook, PAGES, readBook, serveBook, showsPage } from '#tests/support/component/book.tsx'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const PREVIEW = { totalPages: 40, offer: null }
const offer = page.getByRole('button', { name: 'Get the whole book for $3.00' })
const viewer = page.getByRole('dialog', { name: 'A Priced Book' })

async function readPreview() {
  await page.viewport(360, 740)
  const api = await serveBook()
  Object.assign(api.answers, {
    '/books/priced': buildBook({
      title: 'A Priced Book',
      slug: 'priced',
      price: 3,
      previewUrl: FILE.slice('/media/'.length),
      pageCount: 40,
    }),
    '/authors': [],
    '/books': [],
    '/get-next-action': () => Response.json({ action: '/checkout/one' }),
  })
  await openPage('/books/priced')
  await page.getByRole('button', { name: 'Read the first pages' }).click()
  await showsPage(1)
  await userEvent.keyboard('{End}')
  await showsPage(PAGES)
  return api
}

test('the offer at the end of a preview checks access and leads to the checkout', async () => {
  const api = await readPreview()
  await offer.click()
  await expect.poll(() => api.calls).toContain('/orders/one')
  expect(api.calls).toContain('/get-next-action')
  await expect.element(page.getByRole('heading', { name: 'This order belongs to another browser' })).toBeVisible()
  await expect.element(viewer).not.toBeInTheDocument()
})

test('at a text size of 200 %, title, page number and size of a preview are readable beside their buttons', async () => {
  await readPreview()
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()
  const number = page.getByRole('button', { name: `Page ${PAGES} of ${PAGES}` })
  await expect.poll(() => boxOf(viewer.getByRole('heading')).width).toBeGreaterThanOrEqual(120)
  await expect.poll(() => boxOf(page.getByText(`First ${PAGES} of 40 pages`)).top - boxOf(number).bottom).toBeGreaterThanOrEqual(0)
  for (const name of ['Previous', 'Next']) {
    const { top, bottom } = boxOf(viewer.getByRole('button', { name }))
    expect(top).toBeLessThan(boxOf(number).bottom)
    expect(bottom).toBeGreaterThan(boxOf(number).top)
  }
})

test('the offer at the end of a preview opens the book if the visitor has bought it in the meantime', async () => {
  const api = await readPreview()
  api.answers['/get-next-action'] = { action: 'view', url: `/api${FILE}` }
  await offer.click()
  await expect.element(page.getByText('The preview ends here.')).not.toBeInTheDocument()
  await showsPage(PAGES)
})

test.each(['pages', 'text'] as const)(
  'the preview displayed as %s announces its end only once the end has scrolled into view, without covering the last lines',
  async (view) => {
    await page.viewport(900, 700)
    localStorage.setItem('readingSettings', JSON.stringify({ view, fit: 'width' }))
    await serveBook({ pages: { hasFlow: true } })
    await openBook({ price: 3, preview: PREVIEW })
    const end = page.getByText('The preview ends here.')
    const stage = () => document.querySelector('.viewer-stage[tabindex], .reading-stage[tabindex]')
    await expect.poll(() => (stage()?.scrollHeight ?? 0) - (stage()?.clientHeight ?? 0)).toBeGreaterThan(100)
    await userEvent.keyboard('{End}')
    await expect.element(page.getByRole('button', { name: `Page ${PAGES} of ${PAGES}` })).toBeVisible()
    if (view === 'pages') {
      await showsPage(PAGES)
      expect(end.query()).toBeNull()
    }
    for (let turn = 0; turn < 20 && !end.query(); turn++) {
      await userEvent.keyboard('{PageDown}')
      await settled(stage)
    }
    await expect.element(end).toBeVisible()
    await expect.poll(() => distanceToEnd(stage())).toBeLessThan(30)
  },
)

/** Waits until the view has scrolled and its observers have run. */
async function settled(stage: () => Element | null) {
  for (let before = Number.NaN; before !== stage()?.scrollTop; ) {
    before = stage()?.scrollTop ?? 0
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const distanceToEnd = (stage: Element | null) => (stage ? stage.scrollHeight - stage.clientHeight - stage.scrollTop : Number.NaN)

test('a failed access check at the end of a preview displays an error in the viewer and can be retried', async () => {
  const api = await readPreview()
  const answer = api.answers['/get-next-action']
  api.answers['/get-next-action'] = () => Response.json({}, { status: 503 })
  await offer.click()
  await expect.element(viewer.getByText('Failed to determine next action, retry.')).toBeVisible()
  takeErrors()
  api.answers['/get-next-action'] = answer
  await offer.click()
  await expect.poll(() => api.calls).toContain('/orders/one')
})

test.each(['pages', 'text'] as const)(
  'a purchased book opens on the page on which the visitor left its preview, displayed as %s',
  async (view) => {
    localStorage.setItem('readingSettings', JSON.stringify({ view }))
    await serveBook({ pages: { hasFlow: true } })
    const { unmount } = await openBook({ price: 3, preview: PREVIEW })
    const onPage = (number: number) =>
      view === 'pages' ? showsPage(number) : expect.element(page.getByRole('button', { name: `Page ${number} of ${PAGES}` })).toBeVisible()
    await onPage(1)
    await page.getByRole('button', { name: `Page 1 of ${PAGES}` }).click()
    await page.getByRole('textbox', { name: 'Page' }).fill('5')
    await userEvent.keyboard('{Enter}')
    await onPage(5)
    await unmount()
    const whole = await openBook({ price: 3 })
    await onPage(5)
    await expect.element(page.getByRole('button', { name: 'Reading view' })).toHaveAttribute('aria-pressed', String(view === 'text'))
    await whole.unmount()
    // After the viewer has been closed, the book opens like any other book: the pages at the beginning, the text where the visitor stopped.
    await openBook({ price: 3 })
    await onPage(view === 'pages' ? 1 : 5)
    await expect.element(page.getByRole('button', { name: view === 'pages' ? 'Continue on page 5' : 'Back to the start' })).toBeVisible()
  },
)

test('a book with a reading position ignores the reading position of its preview', async () => {
  localStorage.setItem(
    'readingPositions',
    JSON.stringify([
      { book: 'book-1-preview', page: 5 },
      { book: 'book-1', page: 3 },
    ]),
  )
  await serveBook()
  await readBook({ price: 3 })
  await expect.element(page.getByRole('button', { name: 'Continue on page 3' })).toBeVisible()
})
