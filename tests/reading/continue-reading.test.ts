import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { FREE_BOOK } from '#tests/support/catalogue.ts'
import { settle } from '#tests/support/settle.ts'
import type { Site } from '#tests/support/site.ts'

let site: Site
test.beforeAll(({ site: shared }) => {
  site = shared
})

const viewer = (page: Page) => page.getByRole('dialog')
const card = (page: Page) => page.getByRole('article').filter({ hasText: FREE_BOOK })

describe.each(VIEWPORTS)('at $width × $height', (viewport) => {
  test('a reader continues from the card, from the page of the book and from Home, where nothing moves', async () => {
    const { page } = await site.profile(viewport)
    await page.goto('/bookshop')
    await card(page)
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await viewer(page).getByText('Page 1 of 3').waitFor()
    await page.clock.install()
    await viewer(page).getByRole('button', { name: 'Next' }).click()
    await viewer(page).getByText('Page 2 of 3').waitFor()
    // The book counts as opened after a few seconds.
    await page.clock.fastForward(10_000)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recentItems'))).toContain(FREE_BOOK)
    await page.clock.resume()
    await page.keyboard.press('Escape')
    await card(page)
      .getByRole('button', { name: /^Continue/ })
      .click()
    await viewer(page).getByText('Page 2 of 3').waitFor()
    await page.keyboard.press('Escape')
    await viewer(page).waitFor({ state: 'detached' })
    await page.getByRole('article').getByRole('link', { name: FREE_BOOK }).click()
    await page.getByRole('button', { name: 'Continue on page 2' }).click()
    await viewer(page).getByText('Page 2 of 3').waitFor()

    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/')
    const row = page.getByRole('region', { name: 'Where you were' })
    await row.getByText('Page 2 of 3').waitFor()
    await settle(page)
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
    await row.getByRole('button', { name: `Continue ${FREE_BOOK}` }).click()
    await viewer(page).getByText('Page 2 of 3').waitFor()
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: /^Clear/ }).click()
    await row.waitFor({ state: 'detached' })
  })
})
