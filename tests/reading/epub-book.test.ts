// @module-tag full
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, openProfile, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildEpub } from '#tests/support/sample-epub.ts'
import { buildImage } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const BOOK = 'A Season of Rain'
const PRICED = 'A House for Two'
const [phone] = VIEWPORTS
const chapter = (number: number) =>
  `<h1>Chapter ${number}</h1><p>The seed of chapter ${number} is small${number === 1 ? '<a epub:type="noteref" href="#n">1</a>' : ''}.</p><p>${`Word ${number}. `.repeat(400)}</p>`

let site: Site
beforeAll(async () => {
  site = await openSite()
  const map = new Uint8Array(await (await buildImage({ width: 900, height: 600 })).arrayBuffer())
  const documents = [
    `${chapter(1)}<img src="map.png" alt="A map of the village"/><aside epub:type="footnote" id="n">From the letters.</aside>`,
    chapter(2),
    chapter(3),
  ]
  const { pdfUrl } = await site.publishBook({ title: BOOK, pdf: undefined, epub: buildEpub({ documents, files: { 'EPUB/map.png': map } }) })
  await site.publishBook({
    title: PRICED,
    price: '3',
    pdf: undefined,
    epub: buildEpub({ title: PRICED, documents: [chapter(4), chapter(5), chapter(6)] }),
  })
  // A page that shows the size of the text needs the text.
  await vi.waitUntil(async () => (await fetch(`${site.url}/api/media/${pdfUrl}/pages/flow`)).ok, { timeout: 60_000, interval: 200 })
})
afterAll(() => site?.close())

const open = (options: BrowserContextOptions = {}) =>
  openProfile(site.browser, phone, site.url, { serviceWorkers: 'allow', mayComplain: UNANSWERED, ...options })
const viewer = (page: Page, title: string) => page.getByRole('dialog', { name: title })
/** Scrolls to the picture, which is fetched when it comes near, and waits until it is shown. */
async function showsPicture(page: Page) {
  await page.locator('.reading-picture').scrollIntoViewIfNeeded()
  const image = page.getByRole('img', { name: 'A map of the village' })
  await expect.poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
}

test('a book with an EPUB is read as text on a phone: note, picture, contents and search', async () => {
  const { page } = await open()
  await page.goto('/books/a-season-of-rain')
  await page.getByRole('link', { name: /^EPUB, / }).waitFor()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  const book = viewer(page, BOOK)
  await book.getByRole('heading', { name: 'Chapter 1' }).waitFor()
  expect(await book.getByRole('button', { name: 'View' }).count()).toBe(0)
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
  await book.locator('[role=doc-noteref]').click()
  await book.getByText('From the letters.').waitFor()
  await showsPicture(page)

  await book.getByRole('button', { name: 'Contents' }).click()
  await book.getByRole('button', { name: /^Chapter 3/ }).click()
  await book.getByRole('heading', { name: 'Chapter 3' }).waitFor()
  await book.getByRole('button', { name: /^Search/ }).click()
  await book.getByRole('searchbox').fill('seed of chapter 2')
  await book.getByRole('searchbox').press('Enter')
  await book.getByText(/hits? on \d pages?:$/).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

test.each([1, 3])(
  'a book with an EPUB is saved as text with its pictures, and opens offline on a screen with a pixel ratio of %i',
  async (deviceScaleFactor) => {
    const { page, context } = await open({ deviceScaleFactor })
    await page.goto('/books/a-season-of-rain')
    await page.getByRole('button', { name: 'Save offline' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save offline' })
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.getByText(/^Saved offline: /).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await context.setOffline(true)
    await page.goto('/shelf', { waitUntil: 'load' })
    await page.getByRole('main').getByRole('listitem').filter({ hasText: BOOK }).getByRole('button', { name: 'Read' }).click()
    await viewer(page, BOOK).getByRole('heading', { name: 'Chapter 1' }).waitFor()
    await showsPicture(page)
  },
)

test('a free EPUB is saved with its file for other apps', async () => {
  const { page, context } = await open()
  await page.goto('/books/a-season-of-rain')
  await page.getByRole('button', { name: 'Save offline' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save offline' })
  await dialog.getByRole('radio', { name: 'EPUB' }).check()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await dialog.getByText(/^Saved offline: EPUB/).waitFor()
  await context.setOffline(true)
  await page.goto('/shelf', { waitUntil: 'load' })
  const saved = await page.evaluate(async () => {
    const [cache] = await Promise.all((await caches.keys()).filter((name) => name.startsWith('shelf ')).map((name) => caches.open(name)))
    const part = (await cache?.keys())?.find(({ url }) => url.endsWith('.epub?part=0'))
    return part && (await cache?.match(part))?.headers.get('content-type')
  })
  expect(saved).toBe('application/epub+zip')
  await page.getByRole('main').getByRole('listitem').filter({ hasText: BOOK }).getByRole('button', { name: 'Read' }).click()
  await viewer(page, BOOK).getByRole('heading', { name: 'Chapter 1' }).waitFor()
})

test('the preview of a priced EPUB shows its first pages and offers the whole book', async () => {
  const { page } = await open()
  await page.goto('/books/a-house-for-two')
  await page.getByRole('button', { name: 'Read the first pages' }).click()
  const book = viewer(page, PRICED)
  await book.getByRole('heading', { name: 'Chapter 4' }).waitFor()
  await book.getByText(/^First \d+ of \d+ pages$/).waitFor()
  await book.getByRole('button', { name: 'Get the whole book for $3.00' }).waitFor()
  expect(await page.getByText('chapter 6').count()).toBe(0)
})
