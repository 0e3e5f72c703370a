import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openBook, readBook, serveBook, showsPage } from '#tests/support/component/book.tsx'
import { press } from '#tests/support/component/press.ts'

afterEach(() => page.viewport(360, 740))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tools = button('More tools')
const bookmark = button('Bookmark this page')

/** Displays the buttons of an episode in the header, as the player does. */
function addPlayButton(slot: HTMLElement | null) {
  if (!slot || slot.firstChild) return
  const [play, back, forward] = ['Play', 'Back 15 seconds', 'Forward 30 seconds'].map((ariaLabel) =>
    Object.assign(document.createElement('button'), { type: 'button', ariaLabel, className: 'size-11 shrink-0' }),
  )
  const skips = Object.assign(document.createElement('span'), { className: 'viewer-skips' })
  skips.append(back as Node, forward as Node)
  slot.append(play as Node, skips)
}

async function openWhilePlaying() {
  await serveBook({ pages: { hasFlow: true } })
  await openBook({ title: 'A book with a title that is longer than the header of any phone is wide', playerSlot: addPlayButton })
  await showsPage(1)
}

test('while an episode plays, the header is one row of which the title has half, at each width', async () => {
  await openWhilePlaying()
  for (const width of [320, 360, 412, 600, 700, 768, 1440]) {
    await page.viewport(width, 740)
    const head = document.querySelector('.viewer-head') as HTMLElement
    // The width is waited for, since the header is laid out again after the window and its scrollbar have changed.
    await expect.poll(() => head.querySelector('h2')?.offsetWidth).toBeGreaterThanOrEqual(width / 2)
    const controls = [...head.querySelectorAll('button')].filter((each) => each.checkVisibility())
    const boxes = controls.map((each) => each.getBoundingClientRect())
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1)
    for (const box of boxes) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    expect(overflows()).toBe(false)
  }
})

test('the buttons that skip are beside the play button, or on a phone below the header with the tools, without covering them', async () => {
  await openWhilePlaying()
  const skips = [button('Back 15 seconds'), button('Forward 30 seconds')]
  for (const width of [600, 768, 1024, 1440]) {
    await page.viewport(width, 740)
    for (const skip of skips) await expect.element(skip).toBeVisible()
  }
  await page.viewport(360, 740)
  for (const skip of skips) await expect.element(skip).not.toBeInTheDocument()
  await tools.click()
  for (const width of [320, 360, 412]) {
    await page.viewport(width, 740)
    for (const skip of skips) await expect.element(skip).toBeVisible()
    const [left = 0, right = 0] = [skips[1]?.element().getBoundingClientRect().right, bookmark.element().getBoundingClientRect().left]
    expect(left).toBeLessThanOrEqual(right)
    for (const skip of skips) expect(skip.element().getBoundingClientRect().top).toBeGreaterThan(40)
    expect(overflows()).toBe(false)
  }
  await skips[0]?.click()
  await expect.element(bookmark).toBeVisible()
})

test('the title of a book is whole beside the tools of a phone, in two lines if need be', async () => {
  await serveBook({ pages: { hasFlow: true } })
  await openBook({ title: 'The Lamp and the Letter' })
  await showsPage(1)
  await document.fonts.ready
  for (const width of [360, 412, 768, 1440]) {
    await page.viewport(width, 740)
    await expect.poll(() => window.innerWidth).toBe(width)
    const title = document.querySelector('.viewer-head h2') as HTMLElement
    await expect.poll(() => title.scrollHeight - title.clientHeight, { message: `${width} px` }).toBeLessThanOrEqual(1)
    expect((title.parentElement as HTMLElement).offsetHeight).toBeLessThan(60)
  }
})

test('without an episode, no tool is folded', async () => {
  await serveBook()
  await readBook()
  await expect.element(bookmark).toBeVisible()
  await expect.element(tools).not.toBeInTheDocument()
})

test('the folded tools open below the header, and Escape, Back, a tap beside them or an opened panel folds them', async () => {
  await openWhilePlaying()
  await tools.click()
  await expect.element(bookmark).toBeVisible()
  expect(await findViolations()).toEqual([])
  await press(bookmark)
  await expect.element(bookmark).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(bookmark).not.toBeInTheDocument()
  await expect.element(tools).toHaveFocus()
  await tools.click()
  await expect.element(bookmark).toBeVisible()
  await expect.poll(() => history.state.position - history.state.base).toBe(2)
  history.back()
  await expect.element(bookmark).not.toBeInTheDocument()
  await tools.click()
  await page.getByRole('region', { name: 'Page', exact: true }).click({ position: { x: 180, y: 300 } })
  await expect.element(bookmark).not.toBeInTheDocument()
  await tools.click()
  await button('Contents and bookmarks').click()
  await expect.element(button('Back to the page')).toBeVisible()
  await expect.element(bookmark).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Close')).toBeVisible()
})
