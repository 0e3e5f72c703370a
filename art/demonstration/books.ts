import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { PDFDocument } from 'pdf-lib'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { fontFaces, withChromium } from '#art/chromium.ts'
import { demoCatalogue } from '#demo/catalogue.ts'
import { accents } from './books/accents.ts'
import { hyphenate } from './books/hyphens.ts'
import { type Book, bookBody, headsBody } from './books/pages.ts'
import { spareHyphens } from './books/spare-hyphens.ts'
import { bookStyle, HEADS_STYLE, MEASURE } from './books/style.ts'
import { chapters, readManuscript } from './manuscript.ts'

const run = promisify(execFile)
const FILES = new URL('../../demo/files/', import.meta.url).pathname
/** A fixed day: the same manuscript gives the same file. */
const PRINTED = new Date('2025-01-06T08:00:00Z')

/** A last page with no more lines than this is drawn back into the page before. */
const STRAY_LINES = 5

/** Typesets every book whose manuscript is there, or only those named. Needs Chromium and qpdf. */
export async function makeBooks(only: string[]): Promise<void> {
  await mkdir(`${FILES}books`, { recursive: true })
  await withChromium(async (browser) => {
    for (const { slug } of demoCatalogue.books) {
      if (only.length && !only.includes(slug)) continue
      if (!existsSync(new URL(`../../demo/manuscripts/${slug}.md`, import.meta.url))) continue
      const pages = await typeset(browser, await gather(slug), `${FILES}books/${slug}.pdf`)
      console.log(`${slug}: ${pages} pages`)
    }
  })
}

async function gather(slug: string): Promise<Book> {
  const { facts, body } = await readManuscript('manuscripts', slug)
  const author = demoCatalogue.authors.find(({ name }) => name === facts.author)
  if (!author) throw new Error(`${slug}: nobody in the catalogue is called “${facts.author}”.`)
  const cover = await sharp(await readFile(`${FILES}covers/${slug}.webp`))
    .resize(700)
    .jpeg({ quality: 70, mozjpeg: true })
    .toBuffer()
  const others = demoCatalogue.books.filter((book) => book.author === author.name && book.slug !== slug).map(({ title }) => title)
  return {
    facts,
    chapters: chapters(body, hyphenate),
    cover: `data:image/jpeg;base64,${cover.toString('base64')}`,
    accent: accents[slug] ?? '#8a5a12',
    author,
    others,
  }
}

async function typeset(browser: Browser, book: Book, path: string): Promise<number> {
  const style = `${await fontFaces()}${bookStyle(book.accent)}`
  // The first printings only tell on which pages chapters begin, and which of them end with a few lines on a page of their own.
  const tight = new Map<number, number>()
  let found = await openings(await print(browser, book, style, bookBody(book, [], tight)))
  for (let round = 1; round <= 2 && found.stray.length; round++) {
    for (const chapter of found.stray) tight.set(chapter, round)
    found = await openings(await print(browser, book, style, bookBody(book, [], tight)))
  }
  const { numbers, pages } = found
  const body = await print(browser, book, style, bookBody(book, numbers, tight))
  const heads = await print(browser, book, `${await fontFaces()}${HEADS_STYLE}`, headsBody(book, numbers, pages), false)
  const scratch = `${tmpdir()}/lectern-${process.pid}`
  try {
    const document = await PDFDocument.load(body, { updateMetadata: false })
    document.setTitle(book.facts.title ?? '', { showInWindowTitleBar: true })
    document.setAuthor(book.facts.author ?? '')
    document.setSubject(book.facts.subtitle ?? '')
    document.setLanguage('en-GB')
    document.setCreator('Lectern')
    document.setProducer('Lectern')
    document.setCreationDate(PRINTED)
    document.setModificationDate(PRINTED)
    await writeFile(`${scratch}-body.pdf`, await document.save())
    await writeFile(`${scratch}-heads.pdf`, heads)
    await run('qpdf', [
      `${scratch}-body.pdf`,
      '--overlay',
      `${scratch}-heads.pdf`,
      '--',
      '--object-streams=generate',
      '--recompress-flate',
      '--compression-level=9',
      '--deterministic-id',
      '--linearize',
      path,
    ])
  } finally {
    await rm(`${scratch}-body.pdf`, { force: true })
    await rm(`${scratch}-heads.pdf`, { force: true })
  }
  return pages
}

async function print(browser: Browser, book: Book, style: string, body: string, outline = true): Promise<Buffer> {
  const page = await browser.newPage()
  try {
    await page.setContent(
      `<!doctype html><html lang="en-GB"><meta charset="utf-8"><title>${book.facts.title}</title><style>${style}</style><body>${body}</body></html>`,
      { waitUntil: 'load' },
    )
    await page.evaluate(() => document.fonts.ready)
    await spareHyphens(page, MEASURE)
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, outline, tagged: outline })
  } finally {
    await page.close()
  }
}

/** The pages on which chapters begin, from the links of the contents, and the chapters whose last page holds next to nothing. */
async function openings(pdf: Buffer): Promise<{ numbers: number[]; pages: number; stray: number[] }> {
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: true, verbosity: 0 }).promise
  const targets = await document.getDestinations()
  const numbers: number[] = []
  for (let i = 0; targets.has(`c${i}`); i++) numbers.push((await document.getPageIndex(targets.get(`c${i}`)?.[0])) + 1)
  const pages = document.numPages
  const stray: number[] = []
  for (const [i, begins] of numbers.entries()) {
    const last = (numbers[i + 1] ?? pages) - 1
    if (last > begins && (await lines(document, last)) <= STRAY_LINES) stray.push(i)
  }
  await document.loadingTask.destroy()
  return { numbers, pages, stray }
}

async function lines(document: PDFDocumentProxy, page: number): Promise<number> {
  const { items } = await (await document.getPage(page)).getTextContent()
  return new Set(items.flatMap((item) => ('str' in item && item.str.trim() ? [Math.round(item.transform[5] / 4)] : []))).size
}
