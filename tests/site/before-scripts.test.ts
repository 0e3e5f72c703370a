// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { test } from '#tests/support/browser-test.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const SCRIPTS = '**/assets/*.js'

let gate: ApiGate
let site: Site
let page: Page

beforeAll(async () => {
  gate = await openApiGate()
  site = await openSite({ PUBLIC_API_URL: gate.url })
  gate.leadTo(site.url)
  await Promise.all([site.publishBook({ title: 'A patient book' }), site.publishBook({ title: 'Another book' })])
})
beforeEach(async () => {
  page = (await site.profile(VIEWPORTS[0], { userAgent: ORDINARY_BROWSER, isMobile: false, hasTouch: false })).page
})
afterEach(() => gate.release())
afterAll(async () => {
  await site?.close()
  await gate?.close()
})

/** Delays the page's scripts until the returned function is called. The page may finish loading before or after the call. */
async function holdScripts() {
  const held = Promise.withResolvers<void>()
  await page.route(SCRIPTS, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('scripts are not requested before the hero picture has been painted', async () => {
  const picture = Promise.withResolvers<void>()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.resourceType()))
  // The 1.5 s timeout that starts the scripts without a hero picture is disabled, so that only the picture can start them.
  await page.addInitScript(() => {
    const wait = setTimeout
    const unlessLimit = (act: () => void, ms?: number) => (ms === 1500 ? 0 : wait(act, ms))
    Object.assign(window, { setTimeout: unlessLimit })
  })
  await page.route('**/assets/*.avif', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    picture.resolve()
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await picture.promise
  expect(asked).toContain('image')
  expect(asked).not.toContain('script')
  await expect.poll(() => asked).toContain('script')
})

test('a hero picture that never arrives does not keep the page from becoming usable', async () => {
  await page.route('**/assets/*.avif', () => {})
  await page.goto('/bookshop', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Bookshop' }).waitFor()
})

test('the header stays at the top of a page that is scrolled before the scripts have loaded, and turns white', async () => {
  const release = await holdScripts()
  await page.goto('/bookshop', { waitUntil: 'domcontentloaded' })
  const header = page.getByRole('banner')
  const look = () =>
    header.evaluate((element) => ({
      top: element.getBoundingClientRect().top,
      ground: getComputedStyle(element).backgroundColor,
      logos: [...element.querySelectorAll('img')].filter((logo) => logo.checkVisibility()).map(({ src }) => src),
    }))
  const atTop = await look()
  expect(atTop).toMatchObject({ top: 0, ground: 'rgba(0, 0, 0, 0)', logos: [expect.any(String)] })
  await page.evaluate(() => scrollTo(0, 51))
  await expect.poll(look).toMatchObject({ top: 0, ground: 'rgb(255, 255, 255)', logos: [expect.any(String)] })
  const scrolled = await look()
  expect(scrolled.logos).not.toEqual(atTop.logos)
  release()
  await expect.poll(() => header.getAttribute('data-scrolled')).toBe('true')
  expect(await look()).toEqual(scrolled)
})

test('a button pressed twice before the scripts have loaded acts once when they have', async () => {
  const release = await holdScripts()
  const calls: string[] = []
  page.on('request', (request) => request.url().endsWith('/get-next-action') && calls.push(request.url()))
  await page.goto('/bookshop', { waitUntil: 'domcontentloaded' })
  const read = page.getByRole('button', { name: /^Read\b(?! aloud)/ }).first()
  await read.click()
  await read.click()
  expect(calls).toEqual([])
  release()
  await page.getByText('Page 1 of 3').waitFor()
  expect(calls).toHaveLength(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').waitFor()
})

test('text typed and options chosen before the scripts have loaded take effect when they have', async () => {
  const release = await holdScripts()
  await page.goto('/bookshop', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Currency').selectOption('ZWG')
  await page.getByRole('searchbox').fill('patient')
  await page.getByLabel('Category').selectOption('Teen Coaching')
  release()
  await page.getByText('Currency changed to ZWG').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('currency'))).toBe('ZWG')
  await page.waitForURL('**/bookshop?q=patient&category=Teen+Coaching')
  expect(await page.getByLabel('Currency').inputValue()).toBe('ZWG')
  expect(await page.getByRole('searchbox').inputValue()).toBe('patient')
})

test('a contact message submitted before the scripts have loaded is sent when they have', async () => {
  const release = await holdScripts()
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  await page.getByLabel('Name').fill('Rudo Moyo')
  await page.getByLabel('Email').fill('rudo@example.com')
  await page.getByLabel('Subject').selectOption('Publishing')
  await page.getByLabel('Message').fill('I have written a book. What now?')
  await page.getByRole('button', { name: 'Send message' }).click()
  release()
  await page.getByText('Your message has been sent successfully').waitFor()
})

test('a streamed page hydrates like a complete page', async () => {
  gate.hold()
  await page.goto('/bookshop?q=book', { waitUntil: 'commit' })
  await page.getByRole('main').getByText('Loading', { exact: true }).first().waitFor()
  gate.release()
  await page
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .first()
    .click()
  await page.getByText('Page 1 of 3').waitFor()
})
