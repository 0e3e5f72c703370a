// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBarriers } from '#tests/support/accessibility.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildAudio } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone] = VIEWPORTS
const PANEL = /\/assets\/mobile-menu-panel[^/]*\.js/

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishPodcast({ title: 'Phones and Friday', price: '0', duration: '2:00', audio: buildAudio({ seconds: 120 }) })
})
afterAll(() => site?.close())

const button = (page: Page) => page.getByRole('button', { name: 'Open menu' })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const pathOf = (page: Page) => new URL(page.url()).pathname
/** Navigates like a phone's Back button, without waiting for a page load, because none happens. */
const back = (page: Page) => page.evaluate(() => history.back())
const overlayEntries = (page: Page) => page.evaluate(() => history.state.position - history.state.base)

/** Opens the home page, then the bookshop with the menu over it. */
async function openMenu(page: Page) {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await page.waitForURL('**/bookshop')
  await button(page).click()
  await menu(page).waitFor()
  await expect.poll(() => overlayEntries(page)).toBe(1)
}

async function isClosed(page: Page) {
  await menu(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).pointerEvents)).toBe('auto')
}

describe('the phone menu', () => {
  test('the phone menu closes on Back without changing the page, and adds no history entry when closed by a link or its button', async () => {
    const { page } = await site.profile(phone)
    await openMenu(page)
    await back(page)
    await isClosed(page)
    expect(pathOf(page)).toBe('/bookshop')

    await button(page).click()
    await menu(page).getByRole('link', { name: 'Contact' }).click()
    await page.waitForURL('**/contact')
    await isClosed(page)
    await back(page)
    await page.waitForURL('**/bookshop')
    await page.getByRole('heading', { level: 1, name: 'Bookshop' }).waitFor()

    await button(page).click()
    await menu(page).getByRole('button', { name: 'Close menu' }).click()
    await isClosed(page)
    await back(page)
    await page.waitForURL(`${site.url}/`)
  })

  test('the phone menu shows an error over the page when its script fails to load, while audio plays on, and can be requested again', {
    tags: ['full'],
  }, async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.route(PANEL, (route) => route.abort())
    await page.goto('/podcasts')
    await page.getByRole('article').getByRole('button', { name: 'Listen' }).click()
    await page.getByRole('dialog', { name: 'Now Playing' }).getByRole('button', { name: 'Close' }).click()
    await button(page).click()
    await page.getByText('This could not be loaded. Check your connection.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    const audio = page.locator('audio')
    expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false)
    await back(page)
    await page.getByText('This could not be loaded. Check your connection.').waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/podcasts')
    await expect.poll(() => button(page).evaluate((element) => element === document.activeElement)).toBe(true)

    await button(page).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(PANEL)
    await page.getByRole('button', { name: 'Try again' }).click()
    await menu(page).waitFor()
    expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false)
    await back(page)
    await isClosed(page)
    await expect.poll(() => button(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })
})
