// @module-tag full
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { launchBrowser, openProfile, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { settle } from '#tests/support/settle.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

const TITLE = 'The Lit Window'
const PAGES = 8
const [phone] = VIEWPORTS

let site: Site

beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: TITLE, price: '0', pdf: await buildPdf({ pages: PAGES, title: TITLE }) })
})
afterAll(() => site?.close())

test('a book is displayed from server-rendered page images without fetching its PDF, and its text layer matches the image', async () => {
  const { page } = await site.profile(phone, { deviceScaleFactor: 2 })
  const [files, pictures]: [string[], string[]] = [[], []]
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.pdf') || /pdf-source|pdf\.worker/.test(pathname)) files.push(pathname)
    if (/\/pages\/\d+\/\d+\.\w+$/.test(pathname)) pictures.push(pathname.replace(/^.*\/pages/, ''))
  })
  await page.goto('/bookshop')
  await page
    .getByRole('article')
    .filter({ hasText: TITLE })
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  await showsPage(page, 1, PAGES)
  expect(pictures[0]).toBe('/1/720.avif')
  const sheet = page.locator('[data-page-number]:visible').first()
  const line = sheet.getByText(`Page 1 of ${TITLE}`)
  await line.waitFor({ state: 'attached' })
  const [box, paper] = [await line.boundingBox(), await sheet.boundingBox()]
  // `buildPdf` places the line of text 20 points from the left and 40 from the top, on a page of 300 points.
  const points = (paper?.width ?? 0) / 300
  expect(((box?.x ?? 0) - (paper?.x ?? 0)) / points).toBeCloseTo(20, 0)
  const bottom = ((box?.y ?? 0) + (box?.height ?? 0) - (paper?.y ?? 0)) / points
  expect(bottom).toBeGreaterThan(36)
  expect(bottom).toBeLessThan(48)
  await page.keyboard.press('ArrowRight')
  await showsPage(page, 2, PAGES)
  await page.keyboard.press('End')
  await showsPage(page, PAGES, PAGES)
  expect(files).toEqual([])
})

test('a page that fits the window only without a scrollbar is laid out once, also in browsers without scrollbar-gutter', async () => {
  const browser = await launchBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] })
  onTestFinished(() => browser.close())
  const { page } = await openProfile(browser, { width: 600, height: 900 }, site.url)
  await page.goto('/bookshop')
  await page.addStyleTag({ content: '.viewer-stage { scrollbar-gutter: auto !important }' })
  await page
    .getByRole('article')
    .filter({ hasText: TITLE })
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  await showsPage(page, 1, PAGES)
  const stage = page.locator('.viewer-stage')
  const paper = page.locator('.viewer-paper')
  const height = await stage.evaluate((element: HTMLElement) => {
    const sheet = element.querySelector<HTMLElement>('.viewer-paper')
    const ratio = sheet ? sheet.offsetHeight / sheet.offsetWidth : 0
    const padding = 16
    // The window height makes the full-width page 10 px too high for the window, so that the page fits only if a scrollbar of 15 px reduces
    // its width.
    return innerHeight - element.clientHeight + (element.offsetWidth - padding) * ratio + padding - 10
  })
  await page.setViewportSize({ width: 600, height: Math.round(height) })
  await settle(page)
  const changes = await paper.evaluate(async (element) => {
    let count = 0
    const observer = new MutationObserver((records) => {
      count += records.length
    })
    observer.observe(element, { attributes: true })
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
    observer.disconnect()
    return count
  })
  expect(changes).toBe(0)
})
