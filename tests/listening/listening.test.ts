import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { EPISODE, EPISODE_SECONDS, FREE_BOOK, OTHER_EPISODE } from '#tests/support/catalogue.ts'

const [phone] = VIEWPORTS

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const nowPlaying = (page: Page) => page.getByRole('dialog', { name: 'Now Playing' })
const dock = (page: Page) => page.getByRole('region', { name: 'Player' })
const seconds = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
const paused = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)

async function plays(page: Page) {
  const from = await seconds(page)
  await expect.poll(() => seconds(page)).toBeGreaterThan(from + 0.5)
}

async function listen(page: Page, title: string) {
  await page.goto('/podcasts')
  await card(page, title).getByRole('button', { name: 'Listen' }).click()
  await nowPlaying(page).waitFor()
}

test('a visitor finds an episode, hears it on other pages, and resumes it where they left off', { tags: ['oldest'] }, async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/podcasts')
  await page.getByText('3 episodes found').waitFor()
  await page.getByRole('searchbox').fill('first draft')
  await page.getByText('1 episode found').waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('?q=first+draft')
  await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  await nowPlaying(page).waitFor()
  await plays(page)
  expect(
    await nowPlaying(page)
      .getByRole('link', { name: /Download/ })
      .count(),
  ).toBe(1)

  await nowPlaying(page).getByRole('button', { name: 'Close' }).click()
  await dock(page).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bookshop' }).waitFor()
  await plays(page)

  await dock(page)
    .getByRole('button', { name: /Open the player/ })
    .click()
  const slider = nowPlaying(page).getByRole('slider', { name: 'Seek' })
  const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 }
  // `slider.click` waits until the player has slid in, unlike a click at window coordinates.
  await slider.click({ position: { x: width * 0.6, y: height / 2 } })
  await expect.poll(() => seconds(page)).toBeGreaterThan(EPISODE_SECONDS * 0.5)
  await nowPlaying(page).getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
  const left = await seconds(page)

  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.reload()
  await dock(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
  expect(await paused(page)).toBe(true)
  expect(requests.filter((url) => /\.(mp3|m4a|ogg|wav)|\/light\b|get-next-action/.test(url))).toEqual([])
  await dock(page).getByRole('button', { name: 'Play', exact: true }).click()
  await plays(page)
  expect(await seconds(page)).toBeGreaterThan(left - 2)
  expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
})

test('an episode continues to play while a book is read, and is paused from the viewer', { tags: ['full'] }, async ({ site }) => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await listen(page, EPISODE)
  await plays(page)
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await card(page, FREE_BOOK)
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  await page.getByText('Page 1 of 3').waitFor()
  await plays(page)
  expect(await dock(page).count()).toBe(0)
  expect(await overflows(page)).toBe(false)
  expect(await findBarriers(page)).toEqual([])
  const viewer = page.getByRole('dialog', { name: FREE_BOOK })
  await viewer.getByRole('button', { name: `Pause ${EPISODE}` }).click()
  await expect.poll(() => paused(page)).toBe(true)
  await viewer.getByRole('button', { name: `Play ${EPISODE}` }).click()
  await plays(page)
  await page.keyboard.press('Escape')
  await dock(page).getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await plays(page)
})

test('playing in a second tab pauses the first tab, and playing in the first tab again pauses the second', { tags: ['full'] }, async ({
  site,
}) => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const second = await context.newPage()
  await listen(page, EPISODE)
  await plays(page)
  await listen(second, OTHER_EPISODE)
  await plays(second)
  await expect.poll(() => paused(page)).toBe(true)
  expect(await paused(second)).toBe(false)
  await nowPlaying(page).getByRole('button', { name: 'Play', exact: true }).click()
  await plays(page)
  await expect.poll(() => paused(second)).toBe(true)
  expect(await paused(page)).toBe(false)
})
