import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { EPISODE, EPISODE_SECONDS, OTHER_EPISODE } from '#tests/support/catalogue.ts'

const [phone] = VIEWPORTS
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const player = (page: Page) => page.getByRole('dialog', { name: 'Now Playing' })
const dock = (page: Page) => page.getByRole('region', { name: 'Player' })
const seconds = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
const seek = (page: Page, to: number) =>
  page.locator('audio').evaluate((audio: HTMLAudioElement, second) => {
    audio.currentTime = second
  }, to)

test('a visitor queues an episode, bookmarks a moment of another, and after a reload hears both and returns to the moment', async ({
  site,
}) => {
  const { page } = await site.profile(phone)
  await page.goto('/podcasts')
  await card(page, OTHER_EPISODE)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('button', { name: 'Add to queue' }).click()
  await page.getByText('Added to your queue').waitFor()
  await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  await player(page).waitFor()
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.5)
  await seek(page, EPISODE_SECONDS / 2)
  await player(page).getByRole('button', { name: 'Bookmark this moment' }).first().click()
  await page.getByText(/^Bookmarked /).waitFor()
  await expect.poll(() => seconds(page)).toBeGreaterThan(EPISODE_SECONDS / 2 + 1)

  await page.reload()
  await dock(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => seconds(page)).toBeGreaterThan(EPISODE_SECONDS / 2)
  await seek(page, EPISODE_SECONDS - 1)
  await dock(page).getByText(OTHER_EPISODE).waitFor()
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.5)

  await card(page, EPISODE).getByText('Played', { exact: true }).waitFor()
  await card(page, EPISODE).getByRole('link', { name: EPISODE }).click()
  await page.getByRole('heading', { level: 1, name: EPISODE }).waitFor()
  const link = `${page.url()}#t=${Math.floor(EPISODE_SECONDS / 2)}`
  await page.goto('/bookshop')
  await page.goto(link)
  await player(page).getByRole('heading', { name: EPISODE }).waitFor()
  await expect.poll(() => seconds(page)).toBeGreaterThan(EPISODE_SECONDS / 2)
  await player(page).getByText('Bookmarks', { exact: true }).click()
  await expect.poll(() => player(page).getByRole('list', { name: 'Bookmarks' }).getByRole('listitem').count()).toBe(1)
})
