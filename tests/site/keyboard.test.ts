import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import {
  closeByEscape,
  findFocusTrouble,
  findRefusalTrouble,
  focused,
  waitForFocusIn,
  waitForStillness,
  walkThrough,
} from '#tests/support/focus.ts'

const [phone, desktop] = VIEWPORTS

/** Presses Tab until the focused element has the given name. */
async function tabTo(page: Page, name: string | RegExp) {
  const wanted = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  for (let steps = 0; steps < 120; steps++) {
    await page.keyboard.press('Tab')
    // The check is polled, since a panel that has just opened may still be sliding in.
    if (wanted(await focused(page))) return expect.poll(() => findFocusTrouble(page)).toBe('')
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('with the keyboard, a book is searched for, opened, read and closed, and the focus returns to its button', async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/bookshop')
  await tabTo(page, 'input q')
  await page.keyboard.type('patience')
  await page.getByText('1 book found').waitFor()
  await tabTo(page, 'select category')
  await page.keyboard.type('Ladies')
  await page.waitForURL('**/bookshop?q=patience&category=Ladies+Empowerment')
  await tabTo(page, 'button Search')
  await tabTo(page, 'button Read')
  await page.keyboard.press('Enter')
  await page.getByText('Page 1 of 3').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Page 2 of 3').waitFor()
  for (const control of ['button Close', 'button Previous', /^button Page 2 of 3/, 'button Next', /^a Download PDF/])
    await tabTo(page, control)
  await tabTo(page, 'button Next')
  await page.keyboard.press('Enter')
  await page.getByText('Page 3 of 3').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('button Read')
  expect(await findFocusTrouble(page)).toBe('')
})

test('Tab reaches every control of the player and its dock while an episode plays', { tags: ['full'] }, async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/programs/teen-coaching')
  await tabTo(page, 'button Listen')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
  expect((await walkThrough(page)).troubles).toEqual([])
  for (const control of ['button Close', 'input Seek', 'button Back 15 seconds', 'button Pause', 'button Forward 30 seconds'])
    await tabTo(page, control)
  await tabTo(page, /^select/)
  await tabTo(page, /^a Download/)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Player' }).waitFor()
  await expect.poll(() => focused(page)).toBe('button Listen')
  // Elements reached by Tab must not be hidden behind the dock, and Tab must also reach the dock.
  expect(await walkThrough(page)).toEqual({ troubles: [], missed: expect.any(Array) })
  await tabTo(page, /^button Open the player/)
  await page.keyboard.press('Enter')
  await closeByEscape(page, page.getByRole('dialog', { name: 'Now Playing' }))
  await expect.poll(() => focused(page)).toMatch(/^button Open the player/)
  await tabTo(page, 'button Close the player')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('audio').count()).toBe(0)
})

test('an author profile is opened and closed with the keyboard', { tags: ['full'] }, async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/authors')
  await tabTo(page, 'button View Profile')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Writes in the mornings.').waitFor()
  expect((await walkThrough(page)).troubles).toEqual([])
  await tabTo(page, 'button Close')
  await page.keyboard.press('Shift+Tab')
  // Shift+Tab is pressed once more if the focus is on the browser's own controls, which are between the first and the last control of the
  // dialog.
  if ((await focused(page)) === '') await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toMatch(/^button .*Read$/)
  expect(await findFocusTrouble(page)).toBe('')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('button View Profile')
})

test('a contact message is sent, a question expanded and a currency chosen with the keyboard', { tags: ['full'] }, async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/contact')
  await tabTo(page, 'button Send message')
  await page.keyboard.press('Enter')
  await expect.poll(() => findRefusalTrouble(page)).toBe('')
  expect(await focused(page)).toBe('input name')
  await page.keyboard.type('Rudo Moyo')
  await tabTo(page, 'input email')
  await page.keyboard.type('rudo@example.com')
  await tabTo(page, 'select subject')
  await page.keyboard.type('Pub')
  await tabTo(page, 'textarea message')
  await page.keyboard.type('I have written a book.')
  await tabTo(page, 'button Send message')
  await page.keyboard.press('Enter')
  await page.getByText('Your message has been sent successfully.').waitFor()
  await expect.poll(() => focused(page)).toMatch(/^p Your message has been sent/)
  await tabTo(page, /^select USD/)
  await page.keyboard.type('Z')
  await page.getByText('Currency changed to ZWG').waitFor()

  await page.goto('/bookshop')
  await tabTo(page, /^button Can I download/)
  await page.keyboard.press('Enter')
  await page.getByText('can’t be downloaded').waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('true')
})

test('the link at the first Tab stop skips the header', { tags: ['full'] }, async ({ site }) => {
  // This console message is allowed: React Router logs that it can't block a navigation within a page, although no blocker is active.
  const { page } = await site.profile(desktop, { mayComplain: /blocker on a POP navigation/ })
  await page.goto('/bookshop')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('a Skip to content')
  expect(await findFocusTrouble(page)).toBe('')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('input q')
})

test('the Programs menu of the header expands, closes by Escape, and its links can be followed', { tags: ['full'] }, async ({ site }) => {
  const { page } = await site.profile(desktop)
  await page.goto('/bookshop')
  const programs = page.getByRole('banner').locator('a[href^="/programs/"]')
  await tabTo(page, 'button Programs')
  await page.keyboard.press('Enter')
  await expect.poll(() => programs.count()).toBe(6)
  await tabTo(page, /^a Relationship Coaching/)
  await page.keyboard.press('Escape')
  await expect.poll(() => programs.count()).toBe(0)
  expect(await focused(page)).toBe('button Programs')
  await page.keyboard.press('Enter')
  await tabTo(page, /^a Gents Empowerment/)
  // Tab moves the focus out of the menu and closes it.
  await tabTo(page, 'a Publishing')
  await expect.poll(() => programs.count()).toBe(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await tabTo(page, /^a Teen Coaching/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/programs/teen-coaching')
})

test('the phone menu traps the focus and returns the focus to its button when closed', { tags: ['full'] }, async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/')
  await tabTo(page, 'button Open menu')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await waitForFocusIn(menu)
  await waitForStillness(menu)
  await tabTo(page, 'button Programs')
  await page.keyboard.press('Space')
  await waitForStillness(menu)
  await tabTo(page, 'a Book Writing Coaching')
  expect((await walkThrough(page)).troubles).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.matches('body, dialog *'))).toBe(true)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('button Open menu')
  await page.keyboard.press('Enter')
  await waitForFocusIn(menu)
  await tabTo(page, 'a Authors')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/authors')
})
