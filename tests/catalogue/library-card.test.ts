// @module-tag full
import { execFile } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, openProfile, sharedBrowser, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildEpub } from '#tests/support/sample-epub.ts'
import { buildAudio } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'

const NARROW = { width: 320, height: 600 }
const LONG = 'A very long title of a book about patience, harvests and the rain that came late that year'
const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\n<v Rudo>Good morning.\n'

let site: Site
let card: string
let dropDatabase: () => Promise<unknown>
beforeAll(async () => {
  const copy = await copyTemplate()
  dropDatabase = copy.drop
  site = await openSite({ DATABASE_URL: copy.url })
  card = await makeTempFolder()
  await site.publishBook({ title: 'Kukura', language: 'sn', subtitle: 'Nyaya yemvura', series: 'Rwendo', seriesNumber: '2' })
  await site.publishBook({ title: 'صلاة الصباح', language: 'ar', author: 'سلمى', description: 'كتاب عن الصلاة.' })
  await site.publishBook({ title: 'Été', language: 'fr', pdf: undefined, epub: buildEpub(), subjects: 'grief' })
  await site.publishBook({ title: LONG, language: 'en' })
  await site.publishBook({ title: 'Not for nothing', price: '4.50' })
  await site.publishBook({ title: 'Not ready', state: 'draft' })
  await site.publishAuthor()
  const transcript = new File([VTT], 'talk.vtt', { type: 'text/vtt' })
  await site.publishPodcast({
    title: 'Finish the draft',
    language: 'en',
    audio: buildAudio({ seconds: 4 }),
    chapters: '0:00 One\n0:02 Two',
    transcript,
    duration: '0:04',
  })
  await site.publishPodcast({ title: 'Begin again', language: 'sn', audio: buildAudio({ seconds: 3 }), duration: '0:03' })
  const settings = { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: copy.url, LOG_LEVEL: 'silent' }
  const { stdout } = await promisify(execFile)('node', ['scripts/export.ts', 'library', card], { env: settings })
  expect(stdout).toMatch(/has 4 books, 2 episodes and 1 authors/)
})
afterAll(async () => {
  await site?.close()
  await dropDatabase?.()
  await rm(card, { recursive: true, force: true })
})

/** Opens the page of the card in a browser without a network. */
async function openCard(viewport: { width: number; height: number } = VIEWPORTS[0], options = {}): Promise<Page> {
  const { page, context } = await openProfile(await sharedBrowser(), viewport, 'http://localhost', { offline: true, ...options })
  const requested: string[] = []
  context.on('request', (request) => requested.push(request.url()))
  await page.goto(pathToFileURL(join(card, 'index.html')).href)
  expect(requested.filter((url) => !/^(?:file|data):/.test(url))).toEqual([])
  return page
}

const shown = (page: Page) => page.locator('.item h3').filter({ visible: true }).allTextContents()

describe('the page of a card, opened from its folder', () => {
  test('lists free published items with their languages, and nothing else', async () => {
    const page = await openCard()
    expect(await shown(page)).toEqual([LONG, 'Été', 'Kukura', 'صلاة الصباح', 'Begin again', 'Finish the draft', 'Tapiwa Gumbo'])
    const arabic = page.getByRole('heading', { name: 'صلاة الصباح' })
    expect([await arabic.getAttribute('lang'), await arabic.getAttribute('dir')]).toEqual(['ar', 'rtl'])
    await expect
      .poll(() =>
        page
          .locator('.item img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0)
    expect(await page.evaluate(() => document.fonts.check('1rem Fraunces'))).toBe(true)
  })

  test('finds words of titles, authors, series and subjects without regard to case and accents', async () => {
    const page = await openCard()
    const search = page.getByRole('searchbox', { name: 'Search' })
    for (const [typed, found] of [
      ['ETE', ['Été']],
      ['rwendo nyaya', ['Kukura']],
      ['grief', ['Été']],
      ['سلمى', ['صلاة الصباح']],
      ['chiedza again', ['Begin again']],
    ] as const) {
      await search.fill(typed)
      await expect.poll(() => shown(page)).toEqual(found)
    }
    await search.fill('elephant')
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Nothing found. Try fewer or other words.')
    await page.getByRole('button', { name: 'Show everything' }).press('Enter')
    await expect.poll(() => shown(page)).toHaveLength(7)
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  test('filters by kind and language, and by the author of an entry', async () => {
    const page = await openCard()
    await page.getByLabel('Language').selectOption({ label: 'Shona' })
    await expect.poll(() => shown(page)).toEqual(['Kukura', 'Begin again'])
    expect(await page.getByRole('status').textContent()).toBe('Found: 1 book and 1 episode')
    await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Episodes' })
    await expect.poll(() => shown(page)).toEqual(['Begin again'])
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByRole('button', { name: 'Show in the list Tapiwa Gumbo' }).press('Enter')
    await expect.poll(() => shown(page)).toEqual([LONG, 'Été', 'Kukura', 'Tapiwa Gumbo'])
  })

  test('plays one episode at a time, from a chapter too', async () => {
    const page = await openCard()
    await page.getByRole('button', { name: 'Listen Begin again' }).press('Enter')
    const [first, second] = [page.locator('audio').first(), page.locator('audio').last()]
    await expect.poll(() => first.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
    await page.getByText('Chapters').click()
    await page.getByRole('button', { name: 'Two' }).press('Enter')
    await expect.poll(() => second.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(2)
    expect(await first.evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Listen Finish the draft' }).count()).toBe(1)
  })

  test('a picture that is not there leaves its place empty', async () => {
    const page = await openCard(VIEWPORTS[0], { mayComplain: /Failed to load resource/ })
    await page
      .locator('.item img')
      .first()
      .evaluate((image) => image.setAttribute('src', 'Pictures/none.webp'))
    await expect.poll(() => page.locator('.item > .blank').count()).toBe(1)
  })

  test('a recording that the browser does not play is linked, with the reason', async () => {
    const page = await openCard(VIEWPORTS[0], { mayComplain: /Failed to load resource/ })
    await page
      .locator('[data-file]')
      .first()
      .evaluate((button) => button.setAttribute('data-file', 'Episodes/none%20there.wav'))
    await page
      .getByRole('button', { name: /^Listen/ })
      .first()
      .click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^This browser can’t play the recording\..*none there\.wav$/)
  })

  test('opens a book, saves another, and reads a transcript', async () => {
    const page = await openCard()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Read Été' }).click()
    expect((await saved).suggestedFilename()).toBe('Été - Tapiwa Gumbo.epub')
    const path = await page.getByRole('link', { name: 'Read Kukura' }).evaluate((link: HTMLAnchorElement) => decodeURIComponent(link.href))
    expect(path).toBe(`${decodeURIComponent(pathToFileURL(card).href)}/Books/Kukura - Tapiwa Gumbo.pdf`)
    expect(await readdir(join(card, 'Books'))).toContain('Kukura - Tapiwa Gumbo.pdf')
    await page.getByRole('link', { name: 'Read the transcript Finish the draft' }).click()
    expect(await page.getByRole('main').textContent()).toContain('Good morning.')
    expect(await findBarriers(page)).toEqual([])
    await inEachSize(page, async () => expect(await overflows(page)).toBe(false), [NARROW])
    await page.getByRole('link', { name: 'All books and episodes' }).click()
    expect(await shown(page)).toHaveLength(7)
  })

  test('has no barriers and does not scroll sideways, with everything open', async () => {
    const page = await openCard()
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await page
      .getByRole('button', { name: /^Listen/ })
      .first()
      .click()
    await inEachSize(page, async () => expect(await overflows(page)).toBe(false), [NARROW, ...VIEWPORTS])
    expect(await findBarriers(page)).toEqual([])
  })

  test('is a list with links without scripts', async () => {
    const page = await openCard(VIEWPORTS[0], { javaScriptEnabled: false })
    expect(await page.getByRole('search').count()).toBe(0)
    expect(await page.getByRole('listitem').count()).toBeGreaterThanOrEqual(7)
    expect(await page.getByRole('link', { name: 'Listen Begin again' }).getAttribute('href')).toMatch(/^Episodes\/Begin%20again%20-%20/)
    expect(await page.getByRole('button', { name: /Show in the list/ }).count()).toBe(0)
  })
})
