import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openBook, serveBook, showsPage } from '#tests/support/component/book.tsx'
import { press } from '#tests/support/component/press.ts'

afterEach(() => page.viewport(360, 740))

const close = page.getByRole('button', { name: 'Close', exact: true })
const unfold = page.getByRole('button', { name: 'More controls' })
const isInSight = (element: Element) => element.getBoundingClientRect().bottom > 0

test('in a window of 320 × 190 pixels, a book displayed as text gets at least two thirds of the height', () => expectRoom(320, 190, 'text'))
test.each([
  [320, 256, 'pages'],
  [320, 190, 'pages'],
  [320, 256, 'text'],
  [568, 320, 'pages'],
] as const)('a window of %i × %i gives at least two thirds of its height to the book, displayed as %s', { tags: ['full'] }, expectRoom)

async function expectRoom(width: number, height: number, view: 'pages' | 'text') {
  localStorage.setItem('readingSettings', JSON.stringify({ view }))
  await page.viewport(width, height)
  await serveBook({ pages: { hasFlow: true } })
  await openBook({ preview: { totalPages: 40, offer: null } })
  await expect.element(page.getByRole('button', { name: 'Page 1 of 8' })).toBeVisible()
  const stage = () => document.querySelector(view === 'text' ? '.reading-stage' : '.viewer-stage')?.clientHeight ?? 0
  await expect.poll(stage).toBeGreaterThanOrEqual((height * 2) / 3)
  expect(isInSight(await close.findElement())).toBe(false)
  expect(overflows()).toBe(false)
  expect(await findViolations()).toEqual([])

  await unfold.click()
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(async () => isInSight(await close.findElement())).toBe(true)
  await close.click()
  await expect.element(page.getByRole('button', { name: /^Read\b(?! aloud)/ })).toBeVisible()
}

test('in a low window, the collapsed header is visible while it has the keyboard focus', async () => {
  await page.viewport(320, 256)
  await serveBook()
  await openBook()
  await showsPage(1)
  ;((await close.findElement()) as HTMLElement).focus()
  await expect.poll(async () => isInSight(await close.findElement())).toBe(true)
  await userEvent.keyboard('{Tab}')
  await expect.poll(async () => isInSight(await close.findElement())).toBe(false)
  await press(unfold)
  await expect.element(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
})
