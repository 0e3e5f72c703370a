import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { BookPages, PageText } from '#contracts/book-pages.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

const TITLE = 'The Lit Window'
const PAGES = 8
const OUTLINE = [
  { title: 'Preface', page: 1, depth: 0 },
  { title: 'The window', page: 3, depth: 0 },
  { title: 'Its glass', page: 4, depth: 1 },
]
const LABELS = ['i', 'ii', '1', '2', '3', '4', '5', '6']
const [phone, desktop] = VIEWPORTS

let site: Site

beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: TITLE, price: '0', pdf: await buildPdf({ pages: PAGES, title: TITLE }) })
})
afterAll(() => site?.close())

async function read(page: Page) {
  await page.goto('/bookshop')
  await page.getByRole('article').filter({ hasText: TITLE }).getByRole('button', { name: 'Read', exact: true }).click()
  await showsPage(page, 1, PAGES)
}

/** What a page asks for of a book's file, from now on. */
function noteRequests(page: Page) {
  const requests = { pdfJs: [] as string[], file: [] as string[], pictures: [] as string[] }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/pdf-source|pdf\.worker/.test(pathname)) requests.pdfJs.push(pathname)
    if (pathname.endsWith('.pdf')) requests.file.push(pathname)
    if (/\/pages\/\d+\/\d+\.\w+$/.test(pathname)) requests.pictures.push(pathname.replace(/^.*\/pages/, ''))
  })
  return requests
}

const sheet = (page: Page) => page.locator('[data-page-number]:visible').first()
const picture = (page: Page) => sheet(page).locator('img')
const canvas = (page: Page) => page.locator('[data-drawn] canvas')

describe.each(VIEWPORTS)('at $width × $height', (viewport) => {
  test('a book is read by pictures, without pdf.js and without its file; the next pages are there before they are turned to', async () => {
    const { page } = await site.profile(viewport, { deviceScaleFactor: 2 })
    const requests = noteRequests(page)
    await read(page)
    const width = viewport.width < 600 ? 720 : 1600
    expect(requests.pictures[0]).toBe(`/1/${width}.avif`)
    await expect.poll(() => requests.pictures.length, { timeout: 20_000 }).toBe(3)
    const ahead = [...requests.pictures]
    await page.getByRole('button', { name: 'Next' }).click()
    await showsPage(page, 2, PAGES)
    await page.keyboard.press('ArrowRight')
    await showsPage(page, 3, PAGES)
    expect(ahead.sort()).toEqual([1, 2, 3].map((number) => `/${number}/${width}.avif`))
    await page.keyboard.press('End')
    await showsPage(page, PAGES, PAGES)
    expect([requests.pdfJs, requests.file]).toEqual([[], []])
  })

  test('zoomed in past its picture a page is drawn by pdf.js in the same place, and fitted again it is a picture', async () => {
    const { page } = await site.profile(viewport, { deviceScaleFactor: 2 })
    const requests = noteRequests(page)
    await read(page)
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    while (await zoomIn.isEnabled()) await zoomIn.click()
    const before = await picture(page).first().boundingBox()
    await canvas(page).waitFor()
    const after = await canvas(page).boundingBox()
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 9))).toBeLessThan(2)
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 9))).toBeLessThan(2)
    expect(Math.abs((after?.width ?? 0) - (before?.width ?? 9))).toBeLessThan(3)
    expect(requests.pdfJs.length).toBeGreaterThan(0)
    await page.keyboard.press('0')
    await canvas(page).waitFor({ state: 'detached' })
    await picture(page).first().waitFor()
  })
})

test('the text over the picture stands where its words are drawn, and is copied as it reads', async () => {
  const { page } = await site.profile(desktop)
  await read(page)
  const line = sheet(page).getByText(`Page 1 of ${TITLE}`)
  await line.waitFor({ state: 'attached' })
  const [box, paper] = [await line.boundingBox(), await sheet(page).boundingBox()]
  // buildPdf sets it 20 points from the left and 40 from the top, on paper of 300 points.
  const points = (paper?.width ?? 0) / 300
  expect(((box?.x ?? 0) - (paper?.x ?? 0)) / points).toBeCloseTo(20, 0)
  const bottom = ((box?.y ?? 0) + (box?.height ?? 0) - (paper?.y ?? 0)) / points
  expect(bottom).toBeGreaterThan(36)
  expect(bottom).toBeLessThan(48)
  await line.selectText()
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(`Page 1 of ${TITLE}`)
})

test('who saves data gets the page that is read, and no other', async () => {
  const { page } = await site.profile(desktop)
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const requests = noteRequests(page)
  await read(page)
  await sheet(page).getByText(TITLE).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Next' }).click()
  await showsPage(page, 2, PAGES)
  expect(requests.pictures).toEqual(['/1/720.avif', '/2/720.avif'])
})

test('a page of which there is no picture is drawn by pdf.js, and the next one is a picture', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.route('**/pages/2/*.avif', (route) => route.fulfill({ status: 404, json: {} }))
  await read(page)
  await page.getByRole('button', { name: 'Next' }).click()
  await canvas(page).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await showsPage(page, 3, PAGES)
  await picture(page).waitFor()
  expect(await canvas(page).count()).toBe(0)
})

test('a picture that breaks is replaced by the page itself', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.route('**/pages/1/*.avif', (route) => route.fulfill({ body: 'no picture', contentType: 'image/avif' }))
  await read(page)
  await canvas(page).waitFor()
})

test('without a connection the page that is not there says so, and comes by itself', async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await read(page)
  await context.setOffline(true)
  await page.keyboard.press('End')
  await page.getByText('You are offline. The page appears by itself when the connection is back.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await context.setOffline(false)
  await showsPage(page, PAGES, PAGES)
})

test('a file of which the server makes no pages is read with pdf.js', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.route('**/*.pdf/pages**', (route) => route.fulfill({ status: 404, json: { code: 'no_pages' } }))
  await read(page)
  // That of the next page may be ready already.
  await canvas(page).first().waitFor()
  expect(await page.locator('[data-page-number] img').count()).toBe(0)
})

test('a page’s own links lead to its other pages and out of the book, and back by a button or the phone’s Back', async () => {
  const { page } = await site.profile(phone)
  await page.route('**/pages/1/text', async (route) => {
    const response = await route.fetch()
    const links = [
      [20, 60, 200, 30, 5],
      [20, 100, 200, 30, 'https://example.com/window'],
    ]
    await route.fulfill({ response, json: { ...((await response.json()) as PageText), links } })
  })
  await read(page)
  const out = page.getByRole('link', { name: 'example.com/window' })
  expect(await out.getAttribute('rel')).toContain('noopener')
  expect(await findBarriers(page)).toEqual([])
  const link = page.getByRole('button', { name: 'Go to page 5' })
  const goBack = page.getByRole('button', { name: 'Back to where you were' })
  await link.tap()
  await showsPage(page, 5, PAGES)
  expect(await out.count()).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
  await goBack.tap()
  await showsPage(page, 1, PAGES)
  expect(await goBack.count()).toBe(0)

  await link.tap()
  await goBack.waitFor()
  await page.getByRole('button', { name: 'Next' }).tap()
  await page.goBack()
  await showsPage(page, 1, PAGES)

  // Who reads on from there has no need of it: Back closes the book again.
  await link.tap()
  await goBack.waitFor()
  for (const _ of Array(4)) await page.getByRole('button', { name: 'Previous' }).tap()
  await showsPage(page, 1, PAGES)
  await goBack.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => history.state.overlays)).toBe(1)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

describe('what a reader has', () => {
  async function readWithContents(page: Page) {
    await page.route('**/*.pdf/pages', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as BookPages), outline: OUTLINE, labels: LABELS } })
    })
    await read(page)
  }

  const panel = (page: Page) => page.getByRole('complementary', { name: 'Contents and bookmarks' })

  test('contents lead to their pages and show the current place, by keyboard alone', async () => {
    const { page } = await site.profile(desktop)
    await readWithContents(page)
    const toggle = page.getByRole('button', { name: 'Contents and bookmarks' })
    await toggle.focus()
    await page.keyboard.press('Enter')
    const isFocused = (name: RegExp) =>
      expect
        .poll(() =>
          panel(page)
            .getByRole('button', { name })
            .evaluate((each) => each === document.activeElement),
        )
        .toBe(true)
    await isFocused(/Preface/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await showsPage(page, 4, PAGES)
    expect(await panel(page).locator('[aria-current=location]').textContent()).toBe('Its glass2')
    // In the panel the arrows turn no page.
    await page.keyboard.press('ArrowRight')
    await showsPage(page, 4, PAGES)
    await inEachSize(page, async () => expect(await findBarriers(page)).toEqual([]), [{ width: 320, height: 640 }, ...VIEWPORTS])
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    expect(await toggle.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('on a phone the chosen place takes the panel away', async () => {
    const { page } = await site.profile(phone)
    await readWithContents(page)
    await page.getByRole('button', { name: 'Contents and bookmarks' }).click()
    await panel(page)
      .getByRole('button', { name: /The window/ })
      .click()
    await panel(page).waitFor({ state: 'detached' })
    await showsPage(page, 3, PAGES)
  })

  test('a page is found by the name that the book gives it', async () => {
    const { page } = await site.profile(phone)
    await readWithContents(page)
    await page.getByRole('button', { name: /^Page 1 of/ }).click()
    await page.locator('input[name=page]').fill('ii')
    await page.keyboard.press('Enter')
    await showsPage(page, 2, PAGES)
  })

  test('a bookmark is there when the book is opened again, and can be removed', async () => {
    const { page } = await site.profile(phone)
    await readWithContents(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await showsPage(page, 2, PAGES)
    await page.getByRole('button', { name: 'Bookmark this page', pressed: false }).click()
    await page.reload()
    await read(page)
    await page.getByRole('button', { name: 'Contents and bookmarks' }).click()
    const marked = panel(page).getByRole('button', { name: 'Preface ii', exact: true })
    await marked.nth(0).click()
    await showsPage(page, 2, PAGES)
    await page.getByRole('button', { name: 'Bookmark this page', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Contents and bookmarks' }).click()
    await panel(page).getByRole('button', { name: 'Remove the bookmark of page ii' }).click()
    await page.getByRole('button', { name: 'Bookmark this page', pressed: false }).waitFor()
  })
})

describe('the search in the open book', () => {
  const marked = (page: Page) => page.evaluate(() => [...(CSS.highlights.get('viewer-found') ?? [])].map(String))
  const hit = (number: number) => ({ page: number, text: ['', 'Page', ` ${number} of The `, 'Lit', ' Window'] })
  const panel = (page: Page) => page.getByRole('complementary', { name: 'Search in this book' })

  async function find(page: Page, words: string) {
    const box = panel(page).getByRole('searchbox', { name: 'Words to find' })
    await expect.poll(() => box.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    await panel(page).getByText('Found on 3 pages:').waitFor()
  }

  test('a key opens it, every hit on the shown page is marked, and closing it takes the marks away', async () => {
    const { page } = await site.profile(desktop)
    await page.route('**/pages/search?q=lit', (route) => route.fulfill({ json: { hits: [2, 5, 8].map(hit), total: 3, isComplete: true } }))
    await read(page)
    await page.keyboard.press('/')
    await find(page, 'lit')
    await expect.poll(() => marked(page)).toEqual(['Page', 'Lit'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await showsPage(page, 5, PAGES)
    await panel(page).locator('[aria-current=page]').filter({ hasText: 'Page 5' }).waitFor()
    await expect.poll(() => marked(page)).toEqual(['Page', 'Lit'])
    await inEachSize(page, async () => expect(await findBarriers(page)).toEqual([]), [{ width: 320, height: 640 }, ...VIEWPORTS])
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await expect.poll(() => marked(page)).toEqual([])
  })

  test('on a phone a hit takes the panel away, and arrows lead from hit to hit', async () => {
    const { page } = await site.profile(phone)
    await page.route('**/pages/search?q=lit', (route) => route.fulfill({ json: { hits: [2, 5, 8].map(hit), total: 3, isComplete: true } }))
    await read(page)
    await page.getByRole('button', { name: 'Search in this book' }).tap()
    await find(page, 'lit')
    await panel(page).getByRole('button', { name: 'Page 2' }).tap()
    await showsPage(page, 2, PAGES)
    const steps = page.getByRole('region', { name: 'Hits' })
    await steps.getByText('1 of 3').waitFor()
    await steps.getByRole('button', { name: 'Previous hit' }).tap()
    await showsPage(page, 8, PAGES)
    await expect.poll(() => marked(page)).toEqual(['Page', 'Lit'])
    await inEachSize(page, async () => expect(await findBarriers(page)).toEqual([]), [{ width: 320, height: 640 }])
    await steps.getByRole('button', { name: 'End the search' }).tap()
    await steps.waitFor({ state: 'detached' })
    await expect.poll(() => marked(page)).toEqual([])
  })
})

test('a tap at the side of a page turns it, in the middle it does nothing, and a double tap zooms', async () => {
  const { page } = await site.profile(phone)
  await read(page)
  const tap = (share: number) => page.touchscreen.tap(Math.round(phone.width * share), 300)
  await tap(0.9)
  await showsPage(page, 2, PAGES)
  await tap(0.1)
  await showsPage(page, 1, PAGES)
  await tap(0.5)
  await tap(0.9)
  await showsPage(page, 2, PAGES)
  // In one go: a busy machine would take too long between the two.
  await page.getByRole('region', { name: 'Page', exact: true }).evaluate((stage) => {
    const touch = new Touch({ identifier: 1, target: stage, clientX: innerWidth * 0.9, clientY: 300 })
    const finger = { changedTouches: [touch], bubbles: true, cancelable: true }
    for (let count = 0; count < 2; count++) {
      stage.dispatchEvent(new TouchEvent('touchstart', { ...finger, touches: [touch] }))
      stage.dispatchEvent(new TouchEvent('touchend', finger))
    }
  })
  await page.getByRole('button', { name: '200%' }).waitFor()
  await showsPage(page, 2, PAGES)
})
