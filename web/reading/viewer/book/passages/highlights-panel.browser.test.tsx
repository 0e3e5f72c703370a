import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openBook, readBook, serveBook } from '#tests/support/component/book.tsx'
import { clickAtOnce } from '#tests/support/component/click-at-once.ts'

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
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
  clickAtOnce(page.getByRole('button', { name: 'Undo' }))
  await expect.element(note).toBeVisible()
  expect(JSON.parse(localStorage.getItem('highlights') ?? '[]')).toEqual([HIGHLIGHT])
})

test.each([
  ['', 'Mine'],
  ['Newer', 'Newer'],
])('Undo leaves one highlight of a passage that was highlighted again with the note “%s”, with the note “%s”', async (note, expected) => {
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  localStorage.setItem('highlights', JSON.stringify([HIGHLIGHT]))
  await serveBook({ pages: { hasFlow: true } })
  await openBook()
  await page.getByRole('button', { name: 'Highlights and notes' }).click()
  await page.getByRole('button', { name: 'Delete the highlight on page 1' }).click()
  const again = { ...HIGHLIGHT, id: 'two', note }
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  localStorage.setItem('highlights', JSON.stringify([again]))
  // The click is dispatched directly, because the toast with the button moves while it appears and disappears after ten seconds.
  ;(undo.element() as HTMLElement).click()
  expect(JSON.parse(localStorage.getItem('highlights') ?? '[]')).toEqual([{ ...again, note: expected }])
})

const panel = page.getByRole('complementary', { name: 'Highlights and notes' })

async function openPanel() {
  localStorage.setItem('readingSettings', JSON.stringify({ view: 'text' }))
  const list = ['one', 'two', 'three'].map((id, index) => ({ ...HIGHLIGHT, id, quote: `Words ${id}`, note: '', fromBlock: index }))
  localStorage.setItem('highlights', JSON.stringify(list))
  await serveBook({ pages: { hasFlow: true } })
  await openBook()
  const toggle = page.getByRole('button', { name: 'Highlights and notes' })
  await toggle.click()
  return toggle
}

test('deleting a highlight moves the focus to a neighboring highlight, or else to the panel; Escape then closes only the panel', async () => {
  const toggle = await openPanel()
  const entry = (words: string) => panel.getByRole('button', { name: `${words} 1` })
  const remove = () => panel.getByRole('button', { name: /^Delete the highlight/ })
  ;(remove().nth(1).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(entry('Words three')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(entry('Words one')).toHaveFocus()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expect.element(panel).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
})

test('Escape in a note closes only the note’s form, and saving a note returns the focus to the note’s entry', async () => {
  await openPanel()
  const field = panel.getByRole('textbox', { name: 'Note' })
  ;(panel.getByRole('button', { name: 'Add note' }).first().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(panel.getByRole('button', { name: 'Add note' }).first()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('Mine{Tab}{Enter}')
  await expect.element(panel.getByRole('button', { name: 'Change note' })).toHaveFocus()
  // Escape also closes the panel when the page beside it is focused.
  ;(page.getByRole('region', { name: 'Text', exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

test('highlights are printed from a frame of their own, which is removed afterwards', async () => {
  await openPanel()
  const printed = Promise.withResolvers<string>()
  function onLoad({ target }: Event) {
    if (!(target instanceof HTMLIFrameElement) || !target.contentWindow) return
    const { document: printedPage } = target.contentWindow
    target.contentWindow.print = () => printed.resolve(printedPage.body.textContent ?? '')
  }
  document.addEventListener('load', onLoad, true)
  onTestFinished(() => document.removeEventListener('load', onLoad, true))
  await panel.getByRole('button', { name: 'Print' }).click()
  expect(await printed.promise).toMatch(/The Lit Window[\s\S]*Words one[\s\S]*Page 1 · Yellow/)
  const frame = document.querySelector('iframe[srcdoc]') as HTMLIFrameElement
  frame.contentWindow?.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.querySelector('iframe[srcdoc]')).toBeNull()
})

test('dismissing a notice over the page moves the focus to the page', async () => {
  localStorage.setItem('readingPositions', JSON.stringify([{ book: 'book-1', page: 3 }]))
  await serveBook()
  await readBook()
  ;(page.getByRole('button', { name: 'Dismiss' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Page', exact: true })).toHaveFocus()
})
