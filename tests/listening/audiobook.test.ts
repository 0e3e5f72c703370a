// @module-tag full
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { signInAt } from '#tests/support/admin-area.ts'
import { inEachSize, openProfile, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { act, goToGateway } from '#tests/support/browser-shop.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildChapteredMp3, buildImage, buildMp3, buildPdf } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const BOOK = 'A Season of Rain'
const PRICED = 'A House for Two'
const SECONDS = 600
const CHAPTERS = [
  { start: 0, title: 'The first rain' },
  { start: 240, title: 'The seed' },
  { start: 420, title: 'The harvest' },
]
const [phone] = VIEWPORTS
const recording = (extra: number) =>
  new Blob([new Uint8Array(Buffer.concat([buildChapteredMp3(Math.ceil((SECONDS * 44_100) / 1152), CHAPTERS), buildMp3(extra)]))], {
    type: 'audio/mpeg',
  })

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({ title: BOOK, audio: recording(1), contributors: 'Rudo Moyo (narrator)' })
  await site.publishBook({ title: PRICED, price: '3', audio: recording(2) })
})
afterAll(() => site?.close())

const open = (options: BrowserContextOptions = {}) =>
  openProfile(site.browser, phone, site.url, { serviceWorkers: 'allow', mayComplain: UNANSWERED, ...options })
const section = (page: Page) => page.getByRole('region', { name: 'Listen to this book' })
const player = (page: Page) => page.getByRole('dialog', { name: 'Now Playing' })
const audio = (page: Page) => page.locator('audio:not([controls])')
const seconds = (page: Page) => audio(page).evaluate((element: HTMLAudioElement) => element.currentTime)

async function plays(page: Page) {
  const from = await seconds(page)
  await expect.poll(() => seconds(page)).toBeGreaterThan(from + 0.5)
}

test('a visitor reads and hears a book, by chapters, and goes on where the listening stopped', async () => {
  const { page } = await open()
  await page.goto('/books/a-season-of-rain')
  await page.getByText('Audiobook, 10:00').waitFor()
  await section(page).getByText('read by Rudo Moyo').waitFor()
  await section(page).getByText('Chapters of the audiobook').click()
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
  await section(page)
    .getByRole('button', { name: /The seed/ })
    .click()
  await player(page).waitFor()
  await plays(page)
  expect(await seconds(page)).toBeGreaterThan(239)
  expect(
    await player(page)
      .getByRole('checkbox', { name: /Autoplay/ })
      .count(),
  ).toBe(0)
  await inEachSize(page, async () => {
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
  })
  await player(page).getByText('Chapters', { exact: true }).click()
  await player(page)
    .getByRole('button', { name: /The harvest/ })
    .click()
  await expect.poll(() => seconds(page)).toBeGreaterThan(419)
  await plays(page)

  // The text opens over the recording, which plays on.
  await player(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByRole('dialog', { name: BOOK }).waitFor()
  await plays(page)
  const left = await seconds(page)
  await page.reload()
  await section(page)
    .getByRole('button', { name: /^Continue from 7:/ })
    .click()
  await plays(page)
  expect(await seconds(page)).toBeGreaterThan(left - 6)
})

test('a priced audiobook has a sample, and one payment opens text and sound', async () => {
  const { page } = await open()
  await page.goto('/books/a-house-for-two')
  await section(page).getByText('one payment opens both').waitFor()
  expect(await section(page).getByRole('button', { name: 'Listen', exact: true }).count()).toBe(0)
  const sample = section(page).locator('audio')
  await sample.evaluate((element: HTMLAudioElement) => element.play())
  await expect.poll(() => sample.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.5)
  expect(await sample.evaluate((element: HTMLAudioElement) => element.duration)).toBeLessThan(61)

  await page.getByRole('button', { name: /^Get this book/ }).click()
  await page.waitForURL('**/checkout/*')
  await goToGateway(page, 'rudo@reader.example')
  await act(page, 'Pay The payment arrives immediately')
  await page.waitForURL('**/books/a-house-for-two')
  await page.getByRole('dialog', { name: PRICED }).waitFor()
  await page.keyboard.press('Escape')
  await section(page).getByRole('button', { name: 'Listen', exact: true }).click()
  await plays(page)
  await player(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Close the player' }).click()

  await page.goto('/purchases')
  await page.getByRole('button', { name: `Listen to ${PRICED}` }).click()
  await plays(page)
  expect(await seconds(page)).toBeGreaterThan(0.5)
})

test('text and sound of a book are saved one by one, and open offline', async () => {
  const { page, context } = await open()
  await page.goto('/books/a-season-of-rain')
  async function save(button: string, saved: string) {
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Save offline' })
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.getByText(/^Saved offline: /).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: saved, exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
  }
  await save('Save the audio offline', 'Audio saved offline')
  await page.getByRole('button', { name: 'Save offline', exact: true }).waitFor()
  await save('Save offline', 'Saved offline')

  await context.setOffline(true)
  await page.goto('/shelf')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: BOOK })
  await expect.poll(() => rows.count()).toBe(2)
  await rows.getByRole('button', { name: /^Listen/ }).click()
  await plays(page)
  await player(page).getByText('Bookmarks', { exact: true }).click()
  await player(page).getByRole('button', { name: 'Bookmark this moment' }).last().click()
  await expect.poll(() => player(page).getByRole('list', { name: 'Bookmarks' }).getByRole('listitem').count()).toBe(1)
  await player(page).getByRole('button', { name: 'Sleep timer' }).click()
  await player(page).getByRole('button', { name: '5 min', exact: true }).waitFor()
  await player(page).getByRole('button', { name: 'Close' }).click()
  await rows.getByRole('button', { name: /^Read/ }).click()
  await page.getByRole('dialog', { name: BOOK }).waitFor()
  await page.keyboard.press('Escape')

  await context.setOffline(false)
  await page.goto('/shelf')
  await rows
    .filter({ hasText: 'read by' })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByRole('button', { name: /^Read/ }).waitFor()
})

test('an administrator publishes a book with a recording for each chapter, in their order', async () => {
  const { page } = await open()
  const file = async (name: string, content: Blob | Buffer, mimeType: string) => ({
    name,
    mimeType,
    buffer: Buffer.isBuffer(content) ? content : Buffer.from(await content.arrayBuffer()),
  })
  await signInAt(page, site.credentials)
  await page.goto('/admin/books/new')
  await page.getByRole('heading', { name: 'Add book' }).waitFor()
  await page.getByLabel('Title').fill('In three parts')
  await page.getByLabel('Author').fill('Tapiwa Gumbo')
  await page.getByLabel('Price').fill('0')
  await page.getByRole('button', { name: 'Teen Coaching' }).click()
  await page.getByLabel('Description').fill('A year of small disciplines.')
  await page.getByLabel('Cover image').setInputFiles(await file('cover.png', await buildImage(), 'image/png'))
  await page.getByLabel('PDF file').setInputFiles(await file('book.pdf', await buildPdf(), 'application/pdf'))
  const parts = ['Rain.mp3', 'Sun.mp3', 'Beginning.mp3'].map((name, index) => file(name, buildMp3(2000 + index), 'audio/mpeg'))
  await page.getByLabel('Audiobook').setInputFiles(await Promise.all(parts))
  const order = page.getByRole('region', { name: 'Order of the recordings' })
  await order.getByRole('button', { name: 'Move Sun.mp3 up' }).click()
  await order.getByRole('button', { name: 'Use them in this order' }).click()
  await page.getByText(/^It lasts 2:37 and has 3 chapters\./).waitFor()
  await page.getByRole('button', { name: 'Add book' }).click()
  await page.waitForURL('**/admin/books')

  await page.goto('/books/in-three-parts')
  await section(page).getByText('Chapters of the audiobook').click()
  await section(page).getByRole('button', { name: '0:52 Sun' }).waitFor()
  const chapters = await section(page).getByRole('listitem').allTextContents()
  expect(chapters).toEqual(['0:00Beginning', '0:52Sun', '1:45Rain'])
})
