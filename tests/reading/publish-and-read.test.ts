import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFailed } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { openProfile, sharedBrowser, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { ask, type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildImage, buildPdf } from '#tests/support/sample-files.ts'
import { showsPage } from '#tests/support/viewer.ts'

const PAGES = 352

let dataDir: string
let app: RunningApp
let browser: Browser
let files: { pdf: string; cover: string }

beforeAll(async () => {
  dataDir = await makeDataFolder()
  ;[app, browser, files] = await Promise.all([runApp(dataDir, { RENDITIONS: 'asked' }), sharedBrowser(), bookFiles(dataDir)])
})
afterAll(async () => {
  await app?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Returns a real book of 352 pages and a photograph with EXIF rotation, or generated files if the corpus is missing. */
async function bookFiles(folder: string) {
  if (hasCorpus) return { pdf: corpusFile('pdf/freeculture.pdf'), cover: corpusFile('images/Landscape_6.jpg') }
  const made = { pdf: join(folder, 'book.pdf'), cover: join(folder, 'cover.png') }
  await writeFile(made.pdf, Buffer.from(await (await buildPdf({ pages: PAGES, title: 'Free Culture' })).arrayBuffer()))
  await writeFile(made.cover, Buffer.from(await (await buildImage({ width: 600, height: 900 })).arrayBuffer()))
  return made
}

describe('on a phone', () => {
  const [viewport] = VIEWPORTS
  const title = 'Free Culture'

  test('an administrator signs in and publishes a book with the form of the admin area', async () => {
    onTestFailed(() => removeBooks(title))
    const { page } = await openProfile(browser, viewport, app.url, { mayComplain: /401/ })
    await page.goto('/admin')
    await page.waitForURL('**/admin/login')
    const { email, password } = await app.admin()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Invalid credentials').waitFor()
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Logged in successfully').waitFor()
    await page.waitForURL('**/admin/books')

    await page.getByRole('link', { name: 'Add book' }).first().click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Author').fill('Lawrence Lessig')
    await page.getByLabel('Price').fill('0')
    await page.getByLabel('Categories').fill('Book Writing')
    await page.getByLabel('Description').fill('How big media uses technology and the law to lock down culture.')
    await page.locator('input[type=file][name=coverImage]').setInputFiles(files.cover)
    await page.locator('input[type=file][name=pdf]').setInputFiles(files.pdf)
    await page.getByRole('button', { name: 'Add book' }).click()
    await page.getByText('Book added successfully').waitFor()
    await page.getByText(title).first().waitFor()
  })

  test('a visitor finds the book by search, reads pages 1, 2 and 352, and can later resume at the last page', async () => {
    const { page } = await openProfile(browser, viewport, app.url)
    await page.goto('/bookshop')
    await page.getByRole('searchbox').fill(title.toLowerCase().slice(0, -1))
    await page.getByText('1 book found').waitFor()
    const card = page.getByRole('article').filter({ hasText: title })
    await card.getByRole('button', { name: 'Read' }).click()

    await showsPage(page, 1, PAGES)
    await page.getByRole('button', { name: 'Next' }).click()
    await showsPage(page, 2, PAGES)
    expect(await page.getByRole('link', { name: 'Download PDF' }).count()).toBe(1)
    await goToPage(page, PAGES)
    await showsPage(page, PAGES, PAGES)
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await goToPage(page, 1)
    await showsPage(page, 1, PAGES)
    expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true)

    await page.reload()
    await card.getByRole('button', { name: 'Read' }).click()
    await showsPage(page, 1, PAGES)
    await page.getByRole('button', { name: `Continue on page ${PAGES}` }).click()
    await showsPage(page, PAGES, PAGES)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

/** Removes books that a failed attempt left behind, since the search expects exactly one book. */
async function removeBooks(title: string) {
  const headers = await signIn(app.url, await app.admin())
  const books = (await (await ask(`${app.url}/api/books`)).json()) as Book[]
  for (const book of books.filter((candidate) => candidate.title === title))
    await ask(`${app.url}/api/books/${book.id}`, { method: 'DELETE', headers })
}

async function goToPage(page: Page, number: number) {
  await page.getByRole('button', { name: /^Page \d+ of/ }).click()
  await page.locator('input[name=page]').fill(String(number))
  await page.keyboard.press('Enter')
}
