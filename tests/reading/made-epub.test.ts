// @module-tag full
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { AdminMadeEpub } from '#contracts/catalogue/made-epub.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { openArea, signInAt } from '#tests/support/admin-area.ts'
import { inEachSize, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildPdf, buildTextBook } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const SECONDS = 120
/** Folder for screenshots of the pages, if somebody wants to look at them */
const { SCREENSHOTS } = process.env

let site: Site
let book: Book
let labels: Book
beforeAll(
  async () => {
    site = await openSite({ RENDITIONS: 'on' })
    book = await site.publishBook({ title: 'A Season of Rain', pdf: await buildTextBook() })
    labels = await site.publishBook({ title: 'Labels', pdf: await buildPdf({ title: 'Labels' }) })
    for (const [{ id }, state] of [[book, 'made'] as const, [labels, 'poor'] as const])
      await vi.waitUntil(async () => (await stateOf(id)).state === state, { timeout: SECONDS * 1000, interval: 500 })
  },
  3 * SECONDS * 1000,
)
afterAll(() => site?.close())

async function stateOf(id: string): Promise<AdminMadeEpub> {
  return (await (await ask(`${site.url}/api/admin/books/${id}/epub`, { headers: site.headers })).json()) as AdminMadeEpub
}

async function look(page: Page, name: string) {
  await inEachSize(page, async ({ width }) => {
    expect(await overflows(page), `${name} at ${width}`).toBe(false)
    if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}.png`), fullPage: true })
  })
  expect(await findBarriers(page)).toEqual([])
}

test('an administrator looks at the EPUB that was made from the PDF and offers it, and a visitor downloads it from the page of the book', async () => {
  const { page } = await site.profile(VIEWPORTS[0], { acceptDownloads: true })
  await signInAt(page, site.credentials)
  await openArea(page, `books/${labels.id}/edit`)
  const offer = page.getByRole('checkbox', { name: 'Offer an EPUB made from the PDF' })
  await page.getByText('The text of this PDF can’t be extracted well enough for an EPUB.').waitFor()
  expect(await offer.isDisabled()).toBe(true)
  await look(page, 'form-poor')

  await openArea(page, `books/${book.id}/edit`)
  const looked = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Open the EPUB' }).click()
  expect((await looked).suggestedFilename()).toBe('A Season of Rain.epub')
  await offer.check()
  await look(page, 'form-made')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Book updated successfully').waitFor()

  await page.goto('/books/a-season-of-rain')
  const link = page.getByRole('link', { name: /^EPUB for e-readers, \d+ KB$/ })
  await link.waitFor()
  await look(page, 'page')
  const downloaded = page.waitForEvent('download')
  await link.click()
  const content = await readFile(await (await downloaded).path())
  expect(content.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
})
