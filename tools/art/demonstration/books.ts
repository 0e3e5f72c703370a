import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { demoCatalogue } from '#demo/catalogue.ts'
import { printPdf, withChromium } from '#tools/art/chromium.ts'
import { savePdf } from '#tools/art/save-pdf.ts'
import { hyphenate, removeUnusedHyphens } from './books/hyphens.ts'
import { type Book, bookBody, headsBody } from './books/pages.ts'
import { bookStyle, HEADS_STYLE, MEASURE } from './books/style.ts'
import { chapters, readManuscript } from './manuscript.ts'

const FILES = new URL('../../../demo/files/', import.meta.url).pathname
/** Maximum number of lines on the last page of a chapter that are moved to the page before. */
const STRAY_LINES = 5

/** Second print color of each book, taken from its cover and dark enough to be readable on white. */
const accents: Record<string, string> = {
  'the-lamp-and-the-letter': '#9a5a16',
  'a-house-for-two': '#9a3826',
  'the-table-we-set': '#7c2f5c',
  'sow-in-season': '#2f6a41',
  'crossing-before-rain': '#1f6470',
  'strength-without-noise': '#8a5a12',
  'the-quiet-father': '#1f5c4e',
  'her-own-name': '#b0452c',
  'the-market-at-dawn': '#b03a2a',
  'before-you-say-yes': '#1f6468',
  'after-the-argument': '#a04a38',
  'first-draft-by-harvest': '#8a5a12',
  'the-page-a-day': '#3b4a86',
  'who-told-you-that': '#5b3a72',
  'forty-mornings': '#8a3d4a',
}

/** Typesets all books that have a manuscript, or only the named ones. Needs Chromium and qpdf. */
export async function makeBooks(only: string[]): Promise<void> {
  await mkdir(`${FILES}books`, { recursive: true })
  await withChromium(async (browser) => {
    for (const { slug } of demoCatalogue.books) {
      if (only.length && !only.includes(slug)) continue
      if (!existsSync(new URL(`../../../demo/manuscripts/${slug}.md`, import.meta.url))) continue
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
  const print = (style: string, body: string, outline = true) =>
    printPdf(browser, `<title>${book.facts.title}</title><style>${style}</style><body>${body}</body></html>`, {
      outline,
      prepare: (page) => removeUnusedHyphens(page, MEASURE),
    })
  const style = bookStyle(book.accent)
  // The first prints show on which pages chapters begin, and which chapters end with only a few lines on their last page.
  const tight = new Map<number, number>()
  let found = await findChapters(await print(style, bookBody(book, [], tight)))
  for (let round = 1; round <= 2 && found.stray.length; round++) {
    for (const chapter of found.stray) tight.set(chapter, round)
    found = await findChapters(await print(style, bookBody(book, [], tight)))
  }
  const { title = '', author = '', subtitle: subject = '' } = book.facts
  const overlay = await print(HEADS_STYLE, headsBody(book, found.numbers, found.pages), false)
  const body = await print(style, bookBody(book, found.numbers, tight))
  return savePdf(body, path, { title, author, subject, overlay, date: '2025-01-06T08:00:00Z' })
}

/**
 * Returns the pages on which chapters begin, from the links of the table of contents, and the chapters whose last page
 * is nearly empty.
 */
async function findChapters(pdf: Buffer): Promise<{ numbers: number[]; pages: number; stray: number[] }> {
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: true, verbosity: 0 }).promise
  const targets = await document.getDestinations()
  const numbers: number[] = []
  for (let i = 0; targets.has(`c${i}`); i++) numbers.push((await document.getPageIndex(targets.get(`c${i}`)?.[0])) + 1)
  const pages = document.numPages
  const stray: number[] = []
  for (const [i, begins] of numbers.entries()) {
    const last = (numbers[i + 1] ?? pages) - 1
    if (last > begins && (await countLines(document, last)) <= STRAY_LINES) stray.push(i)
  }
  await document.loadingTask.destroy()
  return { numbers, pages, stray }
}

async function countLines(document: PDFDocumentProxy, page: number): Promise<number> {
  const { items } = await (await document.getPage(page)).getTextContent()
  return new Set(items.flatMap((item) => ('str' in item && item.str.trim() ? [Math.round(item.transform[5] / 4)] : []))).size
}
