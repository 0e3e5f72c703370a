// @module-tag full
import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, openProfile, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openReleaseProxy } from '#tests/support/release-proxy.ts'
import { runApp } from '#tests/support/run-app.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone] = VIEWPORTS

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: 'Sow in Season', price: '7.99' })
})
afterAll(() => site?.close())

const open = () => site.profile(phone, { serviceWorkers: 'allow', mayComplain: UNANSWERED })

/**
 * Opens a page, registers the service worker without the page's delay, and opens the page again, so that the worker
 * handles all further requests.
 */
async function install(page: Page, path = '/') {
  await page.goto(path)
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(path)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

/** Returns the names of the browser caches and the URL paths stored in them. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const urls = names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname))
    return { names, urls: (await Promise.all(urls)).flat() }
  })

test('Chromium reports the site as installable', async () => {
  const { page, context } = await open()
  await page.goto('/')
  // The page registers the service worker itself after it has loaded.
  await page.evaluate(() => navigator.serviceWorker.ready)
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Test profiles are incognito, which Chromium reports as an obstacle.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${site.url}/manifest.webmanifest`, []])
  const manifest = JSON.parse(data)
  const shown = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons)]
  for (const { src, sizes, type } of shown) {
    const response = await page.request.get(src)
    expect([response.status(), response.headers()['content-type']], src).toEqual([200, type])
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob())
      return `${picture.width}x${picture.height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status(), url).toBe(200)
})

test('a page opened offline shows the offline page and reloads by itself when the connection is back', async () => {
  const { page, context } = await open()
  await install(page)
  await context.setOffline(true)
  await page.goto('/bookshop?q=season', { waitUntil: 'load' })
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/bookshop')
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('article').filter({ hasText: 'Sow in Season' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=season')
})

test('checkout, purchases, searches, the admin area and API responses are not cached', async () => {
  const { page, context } = await open()
  await install(page, '/bookshop')
  await page.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await page.waitForURL('**/checkout/*')
  await page.getByLabel('Your email address').fill('rudo@reader.example')
  for (const path of ['/purchases', '/search?q=season', '/admin/login', '/books/sow-in-season']) await page.goto(path)
  await expect
    .poll(() => kept(page))
    .toEqual({
      names: ['app', 'pages'],
      urls: ['/offline', '/bookshop', '/books/sow-in-season'],
    })
  // Uncached paths show the browser's own error offline, as without a service worker.
  await context.setOffline(true)
  for (const path of ['/admin/login', '/api/books', '/checkout/x'])
    await expect(page.goto(path, { waitUntil: 'load' }), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
})

test('a new release replaces the service worker without breaking the open page', async () => {
  const proxy = await openReleaseProxy(site.url)
  onTestFinished(proxy.close)
  const { page } = await openProfile(site.browser, phone, proxy.url, { serviceWorkers: 'allow', mayComplain: UNANSWERED })
  // Service worker of an earlier release without an offline library.
  const early = `(${() => {
    const worker = self as unknown as { skipWaiting: () => void; clients: { claim: () => Promise<void> } }
    const wait = (event: Event, work: Promise<unknown>) =>
      (event as Event & { waitUntil: (work: Promise<unknown>) => void }).waitUntil(work)
    addEventListener('install', (event) => {
      wait(event, caches.open('offline early'))
      worker.skipWaiting()
    })
    addEventListener('activate', (event) => wait(event, worker.clients.claim()))
  }})()`
  proxy.release(early)
  await page.goto('/bookshop')
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js'))
  await expect.poll(async () => (await kept(page)).names).toContain('offline early')
  proxy.release(undefined)

  await page.getByRole('searchbox').fill('sea')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect.poll(async () => (await kept(page)).names).toEqual(['app'])
  expect(await page.getByRole('searchbox').inputValue()).toBe('sea')
  await page.getByRole('link', { name: 'Sow in Season' }).click()
  await page.waitForURL('**/books/sow-in-season')
})

test('SERVICE_WORKER=off unregisters the worker and deletes its caches on the next page view, and no page registers it again', {
  tags: ['full'],
}, async () => {
  const [dataDir, port] = [await makeDataFolder(), await freePort()]
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const start = (settings: Record<string, string> = {}) => runApp(dataDir, { PORT: String(port), ...settings })
  const on = await start()
  const { page } = await openProfile(site.browser, phone, on.url, { serviceWorkers: 'allow', mayComplain: UNANSWERED })
  await install(page)
  await expect.poll(async () => (await kept(page)).names).toEqual(['app', 'pages'])
  await on.stop()
  const off = await start({ SERVICE_WORKER: 'off' })
  onTestFinished(async () => void (await off.stop()))
  await page.goto('/contact')
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(workers).toBe(0)
  expect(await kept(page)).toEqual({ names: [], urls: [] })
  // The test observes requests for more than three seconds after loading: within this time, a page registers its worker.
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/authors')
  await page.waitForTimeout(3500)
  expect([asked.includes('/sw.js'), await workers()]).toEqual([false, 0])
})
