// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openBook, readBook, serveBook, showsPage } from '#tests/support/component/book.tsx'
import { clickAtOnce } from '#tests/support/component/click-at-once.ts'
import { fillStorage } from '#tests/support/component/full-storage.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'

const OUTLINE = [
  { title: 'Preface', page: 1, depth: 0 },
  { title: 'The window', page: 3, depth: 0 },
  { title: 'Its glass', page: 4, depth: 1 },
]
const LABELS = ['i', 'ii', '1', '2', '3', '4', '5', '6']
const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

const panel = page.getByRole('complementary', { name: 'Contents and bookmarks' })
const toggle = page.getByRole('button', { name: 'Contents and bookmarks' })
const bookmark = (pressed: boolean) => page.getByRole('button', { name: 'Bookmark this page', pressed })
const read = async () => {
  await serveBook({ pages: { outline: OUTLINE, labels: LABELS } })
  return readBook()
}

test('by keyboard alone, entries of the contents panel open their pages, and the current entry is marked', async () => {
  await page.viewport(1440, 900)
  await read()
  ;(toggle.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('button', { name: /Preface/ })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await showsPage(4)
  await expect.poll(() => panel.element().querySelector('[aria-current=location]')?.textContent).toBe('Its glass2')
  // Arrow keys in the panel don't turn the page.
  await userEvent.keyboard('{ArrowRight}')
  await showsPage(4)
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  }, SIZES)
  document.documentElement.style.fontSize = '200%'
  await inEachSize(() => expect(panel.element().scrollWidth).toBeLessThanOrEqual(panel.element().clientWidth), SIZES.slice(0, 1))
  document.documentElement.style.fontSize = ''
  await page.viewport(1440, 900)
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test.each([
  ['ltr', '{ArrowRight}'],
  ['rtl', '{ArrowLeft}'],
] as const)(
  'a slider over the pages of a book in direction %s names place and chapter, and turns when it is released',
  async (direction, forward) => {
    await page.viewport(360, 740)
    await serveBook({ pages: { outline: OUTLINE, labels: LABELS, direction } })
    await readBook()
    await toggle.click()
    const slider = panel.getByRole('slider', { name: 'Page' })
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Page i (1 of 8), Preface')
    const input = slider.element() as HTMLInputElement
    expect([...(input.list?.options ?? [])].map(({ value }) => value)).toEqual(['1', '3'])
    const move = (value: number) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    move(4)
    await expect.element(panel.getByText(/2 \(4 of 8\) · 50%/)).toBeVisible()
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'Page 2 (4 of 8), Its glass')
    // A thumbnail shows the page before the slider is released, in addition to those of all pages.
    await expect.poll(() => panel.getByRole('button', { name: 'Page 2', exact: true }).elements().length).toBe(2)
    await expect.element(page.getByRole('button', { name: 'Page i (1 of 8)' })).toBeInTheDocument()
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await showsPage(4)
    input.focus()
    await userEvent.keyboard(forward)
    await showsPage(5)
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  },
)

test('on a phone, choosing a contents entry closes the contents panel', async () => {
  await page.viewport(360, 740)
  await read()
  await toggle.click()
  await panel.getByRole('button', { name: /The window/ }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await showsPage(3)
})

test('a page is found by its label, which the button has with its number; a page that does not exist is said', async () => {
  await page.viewport(360, 740)
  await read()
  const field = page.getByRole('textbox', { name: 'Page' })
  await page.getByRole('button', { name: 'Page i (1 of 8)', exact: true }).click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('2{Enter}')
  await showsPage(4)
  const number = page.getByRole('button', { name: 'Page 2 (4 of 8)', exact: true })
  await expect.element(number).toHaveTextContent('2 (4 of 8)')
  expect(await findViolations()).toEqual([])
  await number.click()
  await userEvent.keyboard('99{Enter}')
  await expect.element(page.getByText('There is no page 99: this document has 8.')).toBeVisible()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await showsPage(4)
})

test('a bookmark is stored for the next visit, and can be removed and restored', async () => {
  const { unmount } = await read()
  await page.getByRole('button', { name: 'Next' }).click()
  await showsPage(2)
  await bookmark(false).click()
  await expect.element(bookmark(true)).toBeVisible()
  await unmount()

  await openBook()
  await showsPage(1)
  await expect.element(bookmark(false)).toBeVisible()
  await toggle.click()
  await panel.getByRole('button', { name: 'Preface ii', exact: true }).click()
  await showsPage(2)
  await expect.element(bookmark(true)).toBeVisible()
  await toggle.click()
  await panel.getByRole('button', { name: 'Remove the bookmark of page ii' }).click()
  await expect.element(bookmark(false)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  clickAtOnce(page.getByRole('button', { name: 'Undo' }))
  await expect.element(bookmark(true)).toBeVisible()
})

test('with full storage, a bookmark is listed, and the panel and a notice say that it lasts until the page is closed', async () => {
  await read()
  fillStorage()
  await bookmark(false).click()
  await expect.element(bookmark(true)).toBeVisible()
  await expect.element(page.getByText(/storage is full.*only until you close this page/)).toBeVisible()
  await toggle.click()
  await expect.element(panel.getByRole('button', { name: 'Remove the bookmark of page i', exact: true })).toBeVisible()
  await expect.element(panel.getByText(/last only until you close this page/)).toBeVisible()
})
