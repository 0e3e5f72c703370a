// @module-tag full
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, openProfile, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { openReleaseProxy } from '#tests/support/release-proxy.ts'
import { buildAudio, buildPdf } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

const BOOK = 'Sow in Season'
const OWNED = 'A House for Two'
const EPISODE = 'Money talks for newlyweds'
const PAGES = 4
const [phone] = VIEWPORTS

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: BOOK, pdf: await buildPdf({ pages: PAGES, title: BOOK }) })
  await site.publishBook({ title: OWNED, price: '3', pdf: await buildPdf({ pages: PAGES, title: OWNED }) })
  // The recording is longer than one of the parts in which a downloaded file is stored.
  await site.publishPodcast({ title: EPISODE, audio: buildAudio({ seconds: 150 }) })
})
afterAll(() => site?.close())

const open = (url = site.url, options: BrowserContextOptions = {}) =>
  openProfile(site.browser, phone, url, { serviceWorkers: 'allow', mayComplain: UNANSWERED, ...options })
const row = (page: Page, title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
const names = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted())

/** Downloads the item whose page is open, and waits until the download is complete. */
async function saveOffline(page: Page, form: string) {
  await page.getByRole('button', { name: 'Save offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save offline' })
  await dialog.getByRole('radio', { name: form }).check()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await dialog.getByText(/^Saved offline: /).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Saved offline' }).waitFor()
  // The test waits until the dialog has removed its history entry, since the removal would cancel a navigation.
  await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
}

/** Pays for a book at the test gateway. Returns the URL of the gateway's page for the payment. */
async function buy(page: Page): Promise<string> {
  await page.goto('/books/a-house-for-two')
  await page.getByRole('button', { name: /^Get this book/ }).click()
  await page.waitForURL('**/checkout/*')
  await page.getByLabel('Your email address').fill(`rudo-${Date.now()}@reader.example`)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  const gateway = page.url()
  await page.getByRole('button', { name: /^Pay The payment arrives immediately/ }).click()
  await page.waitForURL('**/books/a-house-for-two')
  // The book opens automatically after the payment.
  await showsPage(page, 1, PAGES)
  await page.keyboard.press('Escape')
  await page.locator('.viewer').waitFor({ state: 'detached' })
  return gateway
}

test('a downloaded book and a downloaded episode open offline from the offline library', { tags: ['oldest'] }, async () => {
  const { page, context } = await open()
  await page.goto('/books/sow-in-season')
  await saveOffline(page, 'Pages')
  await page.goto('/podcasts/money-talks-for-newlyweds')
  await saveOffline(page, 'Full quality')
  await page.goto('/books/sow-in-season')

  await context.setOffline(true)
  await page.goto('/shelf', { waitUntil: 'load' })
  await row(page, BOOK).getByText('Pages').waitFor()
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
  await row(page, BOOK).getByRole('button', { name: 'Read' }).click()
  await showsPage(page, 1, PAGES)
  await page.keyboard.press('ArrowRight')
  await showsPage(page, 2, PAGES)
  await expect.poll(() => page.locator('.viewer-text').first().textContent()).toContain(`Page 2 of ${BOOK}`)
  await page.keyboard.press('Escape')

  await row(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  const audio = page.locator('audio')
  await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).duration)).toBeCloseTo(150, 0)
  // The new position is beyond the first downloaded part.
  await audio.evaluate((element) => Object.assign(element, { currentTime: 120 }))
  await expect.poll(() => audio.evaluate((element) => (element as HTMLAudioElement).currentTime)).toBeGreaterThan(120.1)

  // Pages that were not downloaded open as last visited, or report that the browser is offline.
  await page.goto('/books/sow-in-season', { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1, name: BOOK }).waitFor()
  const note = () => page.evaluate(() => getComputedStyle(document.documentElement, '::after').content)
  expect(await note()).toMatch(/was saved on .*\d{4}/)
  await page.goto('/shelf', { waitUntil: 'load' })
  await row(page, EPISODE).waitFor()
  await row(page, BOOK).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => row(page, BOOK).count()).toBe(0)
  await page.goto('/publishing', { waitUntil: 'load' })
  await page.getByRole('link', { name: 'your shelf' }).waitFor()
})

test('a saved free file is passed to the share sheet of the device, offline, and a purchased one is not', async () => {
  const { page, context } = await open()
  await page.addInitScript(() => {
    const shared: { name: string; type: string; size: number; head: string }[] = []
    let isTooLate = true
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => {
        // The sheet opens only soon after a tap: the first file took too long to read.
        if (isTooLate) {
          isTooLate = false
          throw new DOMException('Must be handling a user gesture', 'NotAllowedError')
        }
        for (const file of files)
          shared.push({
            name: file.name,
            type: file.type,
            size: file.size,
            head: (await file.slice(0, 4).text()).replaceAll(/[^\w%-]/g, ''),
          })
      },
    })
  })
  await buy(page)
  await saveOffline(page, 'PDF')
  await page.goto('/books/sow-in-season')
  await saveOffline(page, 'PDF')
  await page.goto('/podcasts/money-talks-for-newlyweds')
  await saveOffline(page, 'Full quality')
  await context.setOffline(true)
  await page.goto('/shelf', { waitUntil: 'load' })
  await row(page, BOOK).getByRole('button', { name: 'Share the file of' }).click()
  await row(page, BOOK).getByRole('button', { name: 'Share now the file' }).click()
  await row(page, EPISODE).getByRole('button', { name: 'Share the file of' }).click()
  const shared = () => page.evaluate(() => (window as unknown as { shared: { size: number }[] }).shared)
  await expect.poll(async () => (await shared()).length).toBe(2)
  expect(await shared()).toMatchObject([
    { name: `${BOOK}.pdf`, type: 'application/pdf', head: '%PDF' },
    { name: `${EPISODE}.wav`, type: 'audio/wav' },
  ])
  for (const { size } of await shared()) expect(size).toBeGreaterThan(1000)
  expect((await shared())[1]?.size).toBeGreaterThan(512 * 1024)
  expect(await row(page, OWNED).getByRole('button', { name: 'Share the file of' }).count()).toBe(0)
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
})

test('the progress of a download moves while the site’s own files are still loading, and the download ends when they are saved', async () => {
  const { page } = await open()
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const send = window.fetch
    window.fetch = (input, init) => (input === '/shelf' ? promise.then(() => send(input, init)) : send(input, init))
    Object.assign(window, { release: resolve })
  })
  await page.goto('/books/sow-in-season')
  await page.getByRole('button', { name: 'Save offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save offline' })
  await dialog.getByRole('radio', { name: 'Pages' }).check()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await dialog.getByText(/^Almost done: /).waitFor()
  const progress = dialog.getByRole('progressbar', { name: 'Download progress' })
  expect(await progress.evaluate((bar) => (bar as HTMLProgressElement).position)).toBe(1)
  expect(await dialog.getByText(/^Saved offline: /).count()).toBe(0)
  await page.evaluate(() => (window as unknown as { release: () => void }).release())
  await dialog.getByText(/^Saved offline: /).waitFor()
})

test('a refund removes the book from the offline library as soon as the browser is online', async () => {
  const { page, context } = await open()
  const gateway = await buy(page)
  await saveOffline(page, 'PDF')
  await context.setOffline(true)
  await page.goto('/shelf', { waitUntil: 'load' })
  await row(page, OWNED).getByRole('button', { name: 'Read' }).click()
  await showsPage(page, 1, PAGES)
  await context.setOffline(false)

  const bank = await context.newPage()
  await bank.goto(gateway)
  await bank.getByRole('button', { name: /^Refund/ }).click()
  await bank.getByText(`“${OWNED}” was removed from your shelf`).waitFor()
  expect((await names(page)).filter((name) => name.startsWith('shelf '))).toEqual([])
  await page.goto('/shelf')
  await page.getByRole('heading', { name: 'Nothing saved yet' }).waitFor()
})

test('a new release leaves an open book readable, and the offline library opens offline with the new release', async () => {
  const proxy = await openReleaseProxy(site.url)
  onTestFinished(proxy.close)
  const { page, context } = await open(proxy.url)
  await page.goto('/books/sow-in-season')
  await saveOffline(page, 'Pages')
  await page.goto('/shelf')
  await row(page, BOOK).getByRole('button', { name: 'Read' }).click()
  await showsPage(page, 1, PAGES)
  proxy.release(`${await (await page.request.get('/sw.js')).text()}\n// later`)
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  // The new service worker waits until every page of the previous worker is closed.
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)).toBe('installed')
  await context.setOffline(true)
  await page.keyboard.press('ArrowRight')
  await showsPage(page, 2, PAGES)
  await page.goto('/shelf', { waitUntil: 'load' })
  await row(page, BOOK).waitFor()
})

test("a download that fails for lack of space on the phone is reported, can't be played, and resumes when there is space", async () => {
  const { page, context } = await open()
  await page.goto('/podcasts/money-talks-for-newlyweds')
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js')
    await navigator.serviceWorker.ready
  })
  const devtools = await context.newCDPSession(page)
  const limit = (bytes?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', { origin: site.url, ...(bytes && { quotaSize: bytes }) })
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin: site.url })
  await limit(usage + 600_000)
  await page.getByRole('button', { name: 'Save offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save offline' })
  // The low-bitrate audio, which is offered once it is made, has room.
  await dialog.getByRole('radio', { name: 'Full quality' }).check()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await dialog.getByText(/has no space left/).waitFor()
  await page.goto('/shelf')
  await row(page, EPISODE).getByText('Download incomplete').waitFor()
  expect(await row(page, EPISODE).getByRole('button', { name: 'Listen' }).count()).toBe(0)
  await limit()
  await row(page, EPISODE).getByRole('button', { name: 'Continue' }).click()
  await row(page, EPISODE).getByRole('button', { name: 'Listen' }).waitFor()
})

test("the buyer's second browser opens a purchased book at the last page read in the first browser", async () => {
  const { page } = await open()
  await buy(page)
  const read = async (reader: Page) => {
    await reader.getByText('Yours').waitFor()
    await reader
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .first()
      .click()
    await showsPage(reader, 1, PAGES)
  }
  await read(page)
  const stored = page.waitForResponse((response) => response.request().method() === 'PUT' && response.request().postDataJSON().page === 3)
  await page.keyboard.press('ArrowRight')
  await showsPage(page, 2, PAGES)
  await page.keyboard.press('ArrowRight')
  await showsPage(page, 3, PAGES)
  await page.keyboard.press('Escape')
  expect((await stored).status()).toBe(200)

  // The buyer's second browser has the same client id, but no reading positions.
  const localStorage = await page.evaluate(() =>
    ['clientID', 'ownedItems'].map((name) => ({ name, value: window.localStorage.getItem(name) ?? '' })),
  )
  const elsewhere = await open(site.url, { storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] } })
  await elsewhere.page.goto('/books/a-house-for-two')
  await read(elsewhere.page)
  await elsewhere.page.getByRole('dialog').getByRole('button', { name: 'Continue on page 3' }).click()
  await showsPage(elsewhere.page, 3, PAGES)
})
