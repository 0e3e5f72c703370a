// @module-tag full
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { Dialog, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { corpusFile, corpusFiles, hasCorpus } from '#tests/support/corpus.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

/** Longer documents are sampled, unless every page is requested: `CORPUS_PAGES=all npm test -- viewer-corpus` */
const PAGES_IN_FULL = process.env.CORPUS_PAGES === 'all' ? Number.POSITIVE_INFINITY : 3
const PASSWORDS: Record<string, string> = {
  'issue15893_reduced.pdf': 'test',
  'issue6010_1.pdf': 'abc',
  'bug1782186.pdf': 'Hello',
  'issue3371.pdf': 'ELXRTQWS',
}

let site: Site
let page: Page
let dialogs: Dialog[]
let errors: string[]
let answer: (dialog: Dialog) => Promise<void>

beforeAll(async () => {
  if (!hasCorpus) return
  site = await openSite()
  const profile = await site.profile(VIEWPORTS[0])
  page = profile.page
  page.on('dialog', (dialog) => {
    dialogs.push(dialog)
    void answer(dialog)
  })
  page.on('pageerror', (error) => errors.push(error.message))
})
afterAll(() => site?.close())

async function upload(path: string): Promise<{ status: number; title: string }> {
  dialogs = []
  errors = []
  answer = (dialog) => dialog.dismiss()
  // The title is the file name as a single word, which resembles no other title.
  const title = basename(path, '.pdf').replaceAll(/[^a-z0-9]/gi, '')
  const body = await buildBookForm({ title, pdf: new File([await openAsBlob(corpusFile(path))], basename(path)) })
  const response = await fetch(`${site.url}/api/books`, { method: 'POST', headers: site.headers, body })
  return { status: response.status, title }
}

async function open(title: string) {
  await page.goto(`/bookshop?q=${title}`)
  // Several cards may match, since a retried test publishes its file again.
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .first()
  await card.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
}

/** The button with the page's number, which may have a label too: `4 (10 of 16)`. */
const pageButton = () => page.getByRole('button', { name: /^Page (?:.* \()?\d+ of \d+\)?$/ })
const pageCount = async () => Number(/(\d+)\)?$/.exec((await pageButton().textContent()) ?? '')?.[1])

describe.skipIf(!hasCorpus)('PDF files of the corpus in the viewer', () => {
  test.each(corpusFiles('pdf'))('%s is accepted, and its pages are displayed', async (name) => {
    const { status, title } = await upload(`pdf/${name}`)
    expect(status).toBe(201)
    await open(title)
    const total = await pageCount()
    const step = total <= PAGES_IN_FULL ? 1 : Math.ceil(total / PAGES_IN_FULL)
    for (let number = 1; number <= total; number += step) {
      if (step > 1 && number > 1 && (await pageButton().textContent())?.endsWith(')')) {
        // A number that is typed is a label here.
        for (let turned = 0; turned < step; turned++) await page.getByRole('button', { name: 'Next' }).click()
      } else if (step > 1 && number > 1) {
        await pageButton().click()
        await page.locator('input[name=page]').fill(String(number))
        await page.keyboard.press('Enter')
      } else if (number > 1) await page.getByRole('button', { name: 'Next' }).click()
      await showsPage(page, number, total)
    }
    expect(dialogs).toEqual([])
    expect(errors).toEqual([])
  })

  test.each(corpusFiles('pdf-encrypted'))('%s prompts for its password, rejects a wrong one, and opens with a right one', async (name) => {
    const { status, title } = await upload(`pdf-encrypted/${name}`)
    expect(status).toBe(201)
    answer = (dialog) => dialog.accept(dialogs.length === 1 ? 'wrong' : PASSWORDS[name])
    await open(title)
    await showsPage(page, 1, await pageCount())
    expect(dialogs.map((dialog) => dialog.message())).toEqual([
      'Enter the password to open this PDF file.',
      'Invalid password. Please try again.',
    ])
  })

  test.each(corpusFiles('pdf-hostile'))('%s runs no script and causes no server error', async (name) => {
    const { status, title } = await upload(`pdf-hostile/${name}`)
    expect(status).toBeLessThan(500)
    if (status !== 201) return
    await open(title)
    await page.getByText('Error loading document').or(pageButton()).first().waitFor()
    // The test pauses long enough for a script in the document to run.
    await page.waitForTimeout(500)
    expect(dialogs).toEqual([])
    expect(errors).toEqual([])
  })
})
