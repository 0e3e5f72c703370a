import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { isEnglishWord } from '#server/media/pdf/english-words.ts'
import { openVisiblePdf } from '#server/media/pdf/open-visible-pdf.ts'
import { readOutline } from '#server/media/pdf/read-book-pages.ts'
import { readDrawnPages } from '#server/media/pdf/read-book-reflow.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import { reflowBook } from '#server/pdf-reflow/reflow-book.ts'
import { findAreas } from '#tests/support/poppler.ts'
import { compareWords, type PageDifferences } from './support/compare-words.ts'

const WORK_MS = 600_000
/** Number of pages that are compared with pdftotext, and number of pages and words that are named for each kind of difference. */
const COMPARED = { pages: 30, worst: 3, words: 12 }
const KINDS = ['lost', 'joined', 'torn', 'moved', 'added'] as const

/**
 * Prints the reflowable text of a PDF, one block per line: `npm run reflow -- book.pdf`. With `--against-pdftotext`, the words of the first
 * pages of files or folders are compared with those that pdftotext of poppler-utils reads, per 1,000 words.
 */
const files = process.argv.slice(2)
if (files[0] === '--against-pdftotext' && files.length > 1) await compare(files.slice(1).flatMap(listPdfs))
else if (files[0] && !files[0].startsWith('--')) await printReflow(resolve(files[0]))
else console.error('Missing argument: npm run reflow -- book.pdf, or npm run reflow -- --against-pdftotext book.pdf')

async function printReflow(path: string) {
  const task = { kind: 'book-reflow' as const, path }
  const { reflow } = await withSandbox(task, (run) => run(task, { workMs: WORK_MS }))
  if (!reflow) return console.error('The text of this file is not good enough to be offered as reflowable text.')
  for (const { title, page, blocks } of reflow.parts) {
    console.log(`\n== page ${page}: ${title ?? '(continued)'}`)
    for (const block of blocks) console.log(describe(block))
  }
}

function describe(block: ReflowBlock): string {
  if (block.kind === 'picture') return `${block.page} picture ${block.box?.join(' ')}`
  const kind = block.kind === 'heading' ? `heading ${block.level}` : block.kind
  const marker = 'marker' in block && block.marker ? ` ${block.marker}` : ''
  return `${block.page} ${kind}${marker}: ${blockText(block)}`
}

function listPdfs(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => name.toLowerCase().endsWith('.pdf'))
  return names.toSorted().map((name) => join(path, name))
}

async function compare(paths: string[]) {
  const found = []
  for (const path of paths) found.push({ path, ...(await compareFile(resolve(path))) })
  console.log(`${'file'.padEnd(28)} pages  words  score ${KINDS.map((kind) => kind.padStart(7)).join('')}   per 1,000 words`)
  for (const { path, pages, score } of found) {
    const words = pages.reduce((sum, page) => sum + page.words, 0)
    const shares = KINDS.map((kind) => (1000 * pages.reduce((sum, page) => sum + page[kind].length, 0)) / Math.max(1, words))
    const columns = [String(pages.length).padStart(5), String(words).padStart(6), score.toFixed(2).padStart(6)]
    console.log(
      `${basename(path, '.pdf').slice(0, 28).padEnd(28)} ${columns.join(' ')} ${shares.map((one) => one.toFixed(1).padStart(7)).join('')}`,
    )
  }
  for (const { path, pages } of found) for (const kind of KINDS) printWorst(`${basename(path)} ${kind}`, pages, kind)
}

function printWorst(title: string, pages: PageDifferences[], kind: (typeof KINDS)[number]) {
  const worst = pages.filter((page) => page[kind].length > 0).toSorted((one, other) => other[kind].length - one[kind].length)
  if (worst.length > 0) console.log(`\n${title}`)
  for (const page of worst.slice(0, COMPARED.worst))
    console.log(`  page ${page.page}: ${page[kind].length} of ${page.words}: ${page[kind].slice(0, COMPARED.words).join(' ')}`)
}

async function compareFile(path: string): Promise<{ pages: PageDifferences[]; score: number }> {
  const { document, data } = (await openVisiblePdf(path)) ?? {}
  if (!document) throw new Error(`${path} needs a password.`)
  const outline = await readOutline(document).catch(() => [])
  const { parts, removed, score } = await reflowBook(readDrawnPages(document, data ?? path), outline, isEnglishWord)
  const count = Math.min(document.numPages, COMPARED.pages)
  await document.loadingTask.destroy()
  const ours = textsOfPages(parts.flatMap(({ blocks }) => blocks))
  // With -layout, pdftotext reads columns row by row, so that the order is compared with its other modes.
  const [plain, raw] = [[], ['-raw']].map((mode) => readWithPdftotext(path, mode, count))
  const pages = Array.from({ length: count }, (_, index) => ({
    page: index + 1,
    theirs: [plain, raw].map((texts) => texts?.[index] ?? ''),
    ours: ours.get(index + 1) ?? '',
    leftOut: removed.flatMap((line) => (line.page === index + 1 ? [line.spans.map(({ text }) => text).join('')] : [])).join('\n'),
  }))
  return { pages: compareWords(pages), score }
}

/** Returns the text of each page, without text outside its visible area. */
function readWithPdftotext(path: string, mode: string[], last: number): string[] {
  return findAreas(path, { first: 1, last }).map((area, index) => {
    const page = String(index + 1)
    const args = ['-q', '-enc', 'UTF-8', ...area, ...mode, '-f', page, '-l', page, path, '-']
    return execFileSync('pdftotext', args, { maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  })
}

/** Returns the text of each page. Superscripts are words of their own. */
function textsOfPages(blocks: ReflowBlock[]): Map<number, string> {
  const texts = new Map<number, string>()
  const add = (page: number, text: string) => texts.set(page, `${texts.get(page) ?? ''}${text}`)
  for (const block of blocks) {
    if (block.kind === 'picture') continue
    add(block.page, `\n${'marker' in block ? (block.marker ?? '') : ''} `)
    const starts = [[0, block.page] as const, ...(block.breaks ?? [])]
    let offset = 0
    for (const span of block.text) {
      const [text, style] = typeof span === 'string' ? [span, ''] : span
      for (const [index, [from, page]] of starts.entries()) {
        const own = text.slice(Math.max(0, from - offset), Math.max(0, (starts[index + 1]?.[0] ?? Number.POSITIVE_INFINITY) - offset))
        if (own !== '') add(page, style === 'sup' ? ` ${own} ` : own)
      }
      offset += text.length
    }
  }
  return texts
}
