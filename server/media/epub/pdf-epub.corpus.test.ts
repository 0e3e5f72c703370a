// @module-tag full
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { checkEpub, hasEpubcheck } from '#tests/support/epubcheck.ts'
import type { PdfEpubTask } from './write-pdf-epub.ts'

const WORK_MS = 120_000
const folder = mkdtempSync(join(tmpdir(), 'epub-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function make(path: string) {
  const target = join(folder, `${basename(path, '.pdf')}.epub`)
  const about: PdfEpubTask['about'] = {
    id: 'urn:uuid:01234567-89ab-8def-a123-456789abcdef',
    title: basename(path, '.pdf'),
    authors: ['Somebody'],
    rights: '',
    language: null,
    modified: new Date('2026-01-01T00:00:00Z'),
    imprint: [
      { text: basename(path, '.pdf'), isHeading: true },
      { text: 'Made from the PDF of this book.', language: 'en' },
    ],
  }
  const task = { kind: 'pdf-epub' as const, path, target, about }
  const made = await withSandbox({ kind: 'pdf-epub', path }, (run) => run(task, { workMs: WORK_MS }), { writable: folder })
  const read = () => Object.entries(unzipSync(readFileSync(target))).map(([name, content]) => [name, strFromU8(content, true)] as const)
  return { ...made, target, read }
}

const DEMONSTRATION = globSync(join(import.meta.dirname, '../../../demo/files/books/*.pdf'))
  .toSorted()
  .slice(0, 7)
/** Files of other projects whose text is good enough, in several languages, with columns, tables, verse and pictures. */
const GOOD = [
  ...['freeculture', 'tracemonkey', 'pdkids'].map((name) => `pdf/${name}.pdf`),
  ...['actualtext-pua', 'dash-spaced', 'dialogue-en', 'letterspaced', 'lo-workbook', 'real-hyphen', 'table', 'verse', 'watermark45'].map(
    (name) => `field2/${name}.pdf`,
  ),
  'field/ocr-cyr.pdf',
]
/** Files of other projects whose text is not: a form, wrong letters, a picture, labels. */
const POOR = ['pdf/160F-2019.pdf', 'pdf/TAMReview.pdf', 'pdf/images.pdf', 'pdf/sizes.pdf']

describe.runIf(hasEpubcheck)('epubcheck finds nothing in the EPUB of', { timeout: 2 * WORK_MS }, () => {
  test.each(DEMONSTRATION)('%s', async (path) => {
    const { isWritten, target } = await make(path)
    expect(isWritten).toBe(true)
    expect(checkEpub(target)).toEqual([])
  })

  test.runIf(hasCorpus).each(GOOD)('%s', async (path) => {
    const { isWritten, target } = await make(corpusFile(path))
    expect(isWritten).toBe(true)
    expect(checkEpub(target)).toEqual([])
  })
})

describe.runIf(hasCorpus)('the files of other projects', { timeout: 2 * WORK_MS }, () => {
  test.each(POOR)('%s has no text that is good enough', async (path) => {
    const { isWritten, score } = await make(corpusFile(path))
    expect([isWritten, (score ?? 0) < 0.9]).toEqual([false, true])
  })

  test('the EPUB of a book of 352 pages has its pages, its notes and parts that e-readers open fast', async () => {
    const { read, target } = await make(corpusFile('pdf/freeculture.pdf'))
    const files = read()
    const text = files.map(([name, content]) => (name.endsWith('.xhtml') ? content : '')).join('')
    expect(text.match(/role="doc-noteref"/g)).toHaveLength(222)
    expect(text.match(/role="doc-backlink"/g)).toHaveLength(222)
    expect(text.match(/role="doc-pagebreak"/g)?.length).toBeGreaterThan(330)
    expect(Math.max(...files.filter(([name]) => name.endsWith('.xhtml')).map(([, content]) => content.length))).toBeLessThan(240_000)
    expect(statSync(target).size).toBeLessThan(2_000_000)
  })
})
