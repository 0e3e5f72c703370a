import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { EPISODE, FREE_BOOK } from '#tests/support/catalogue.ts'
import { focused } from '#tests/support/focus.ts'

const [phone] = VIEWPORTS

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** Aborts all requests while the browser still reports the device as online. Returns a function that restores the connection. */
async function cutLine(page: Page): Promise<() => Promise<void>> {
  await page.route('**/*', (route) => route.abort())
  return () => page.unroute('**/*')
}

const isPlaying = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => !audio.paused)

/** Plays an episode in the dock of the list. */
async function playEpisode(page: Page) {
  await page.goto('/podcasts')
  await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  await page.getByRole('dialog', { name: 'Now Playing' }).getByRole('button', { name: 'Close', exact: true }).click()
  await expect.poll(() => isPlaying(page)).toBe(true)
}

test('while requests fail, following a link keeps the current page and audio plays on; retrying navigates once requests succeed', {
  tags: ['oldest'],
}, async ({ site }) => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await playEpisode(page)
  const giveBack = await cutLine(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await page.getByText('The page could not be loaded. Check your connection.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/podcasts')
  expect(await isPlaying(page)).toBe(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The page could not be loaded. Check your connection.').waitFor()
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'The Bookshop' }).waitFor()
  expect(await isPlaying(page)).toBe(true)
})

test('while a captive network responds to all requests with its own page, following a link keeps the current page and audio plays on; retrying navigates once the network is open', {
  tags: ['full'],
}, async ({ site }) => {
  // Console messages are allowed, since browsers report each prefetched script whose response is an HTML page.
  const { page } = await site.profile(phone, { mayComplain: new RegExp(`${UNANSWERED.source}|Failed to load module script`) })
  await playEpisode(page)
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await page.getByText('The page could not be loaded. Check your connection.').waitFor()
  expect(await isPlaying(page)).toBe(true)
  await page.unroute('**/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'The Bookshop' }).waitFor()
  expect(await isPlaying(page)).toBe(true)
})

test('while requests fail, each press on Read ends in an error message; book and toasts open once requests succeed', {
  tags: ['full'],
}, async ({ site }) => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/bookshop')
  const read = card(page, FREE_BOOK).getByRole('button', { name: /^Read\b(?! aloud)/ })
  await read.waitFor()
  const giveBack = await cutLine(page)
  for (const _ of [1, 2]) {
    await read.click()
    await page.getByText('Failed to determine next action, retry.').waitFor()
    await page.getByText('Failed to determine next action, retry.').waitFor({ state: 'detached' })
  }
  await giveBack()
  await read.click()
  await page.getByText('Page 1 of 3').waitFor()
  await page.keyboard.press('Escape')
  // The code of the toasts, which could not be loaded on the cut line, is loaded by the next toast.
  await page.getByRole('contentinfo').getByLabel('Currency').selectOption('ZWG')
  await page.locator('.toast:not(.plain-toast)').filter({ hasText: 'Currency changed to ZWG' }).waitFor()
})

test('following a link moves focus to the heading of the new page, and Back returns focus to the link', {
  tags: ['full', 'oldest'],
}, async ({ site }) => {
  const { page } = await site.profile(phone)
  await page.goto('/bookshop')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Authors', exact: true }).press('Enter')
  await expect.poll(() => focused(page)).toBe('h1 Our Authors')
  const title = () => page.locator('body > p[role=status]').textContent()
  await expect.poll(title).toBe(await page.title())
  await page.goBack()
  await expect.poll(() => focused(page)).toBe('a Authors')
  await expect.poll(title).toBe(await page.title())
  await page.goForward()
  await expect.poll(() => focused(page)).toBe('h1 Our Authors')
})
