import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { checkEpub, hasEpubcheck } from '#tests/support/epubcheck.ts'
import { buildImage } from '#tests/support/sample-files.ts'
import { createEpub, type EpubContent } from './write-epub.ts'

const folder = mkdtempSync(join(tmpdir(), 'epub-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function write(parts: ReflowBlock[][], { titles = [], ...more }: Partial<EpubContent> & { titles?: string[] } = {}) {
  const path = join(folder, `${++files}.epub`)
  const epub = createEpub(path)
  epub.finish({
    id: 'urn:uuid:01234567-89ab-8def-a123-456789abcdef',
    title: 'Rain & Seed',
    authors: ['Rudo Moyo'],
    rights: '',
    language: 'en',
    direction: 'ltr',
    modified: new Date('2026-01-01T00:00:00Z'),
    parts: parts.map((blocks, index) => ({ title: titles[index] ?? `Chapter ${index + 1}`, page: 1, characters: 0, blocks })),
    labels: null,
    ...more,
  })
  epub.close()
  const contents = unzipSync(readFileSync(path))
  return { path, read: (name: string) => strFromU8(contents[`book/${name}`] ?? new Uint8Array()) }
}

const paragraph = (page: number, text: string, more: object = {}): ReflowBlock => ({ kind: 'paragraph', page, text: [text], ...more })

test('each page is marked once and in order, also if a note follows a paragraph that ends on the next page', () => {
  const { path, read } = write(
    [
      [
        paragraph(1, 'One two three', { breaks: [[4, 2]] }),
        { kind: 'note', marker: '1', page: 1, text: ['A note at the foot of page 1'] },
        paragraph(2, 'Four'),
        { kind: 'lines', page: 2, text: ['A line\nanother line'], breaks: [[6, 3]] },
      ],
      [paragraph(5, 'Five')],
    ],
    { labels: ['i', 'ii', 'iii', '', '1'] },
  )
  const marks = (text: string) => [...text.matchAll(/id="page-(\d)" epub:type="pagebreak" role="doc-pagebreak" aria-label="(\w+)"/g)]
  expect(marks(read('text/part-1.xhtml')).map(([, page, label]) => [page, label])).toEqual([
    ['1', 'i'],
    ['2', 'ii'],
    ['3', 'iii'],
  ])
  expect([...read('nav.xhtml').matchAll(/href="(text\S+)#page-(\d)">(\w+)/g)].map(([, ...found]) => found)).toEqual([
    ['text/part-1.xhtml', '1', 'i'],
    ['text/part-1.xhtml', '2', 'ii'],
    ['text/part-1.xhtml', '3', 'iii'],
    ['text/part-2.xhtml', '5', '1'],
  ])
  if (hasEpubcheck) expect(checkEpub(path)).toEqual([])
})

test('references and notes lead to each other, a note without a reference keeps its marker, and contents lead to their chapters', () => {
  const { path, read } = write([
    [
      { kind: 'list-item', page: 1, text: ['Chapter 2'], target: [2, 0] },
      { kind: 'paragraph', page: 1, text: ['Rain', ['1', 'sup'], ' fell.'], noteCalls: [[4, 2, 1]] },
    ],
    [
      { kind: 'heading', level: 1, page: 2, text: ['Chapter 2'] },
      { kind: 'note', marker: '1', page: 2, text: ['In May.'], calledAt: [1, 1, 4] },
      { kind: 'note', marker: '*', page: 2, text: ['Nobody knows.'] },
    ],
  ])
  expect(read('text/part-1.xhtml')).toContain('<a href="part-2.xhtml#b0">Chapter 2</a>')
  expect(read('text/part-1.xhtml')).toContain('<a href="part-2.xhtml#b1" epub:type="noteref" role="doc-noteref"><sup>1</sup></a>')
  expect(read('text/part-2.xhtml')).toContain(
    '<aside id="b1" epub:type="footnote" role="doc-footnote"><p><a href="part-1.xhtml#b1" epub:type="backlink" role="doc-backlink">1</a> In May.</p></aside>',
  )
  expect(read('text/part-2.xhtml')).toContain('<p>* Nobody knows.</p>')
  if (hasEpubcheck) expect(checkEpub(path)).toEqual([])
})

test('the contents name a chapter without the number of a note in its heading', () => {
  const { path, read } = write(
    [
      [
        { kind: 'heading', level: 1, page: 1, text: ['Chapter 1', ['7', 'sup']], noteCalls: [[9, 1, 1]] },
        { kind: 'note', marker: '7', page: 1, text: ['From the letters.'], calledAt: [1, 0, 9] },
      ],
    ],
    { titles: ['Chapter 17'] },
  )
  expect(read('nav.xhtml')).toContain('>Chapter 1</a>')
  expect(read('text/part-1.xhtml')).toContain('<title>Chapter 1</title>')
  if (hasEpubcheck) expect(checkEpub(path)).toEqual([])
})

test('the package has one title, the persons with their roles, the printed edition, series, cover and accessibility', async () => {
  const picture = Buffer.from(await (await buildImage()).arrayBuffer())
  const { path, read } = write([[paragraph(1, 'Text < & "quoted" \u0001\ud800')]], {
    contributors: [{ name: 'Chipo <Dube>', role: 'trl' }],
    publisher: 'Baobab & Sons',
    isbn: '9780306406157',
    series: { name: 'Seasons', position: 2 },
    labels: ['1'],
    cover: { content: picture, type: 'image/png', extension: 'png' },
    imprint: [
      { text: 'Rain & Seed', isHeading: true },
      { text: 'Made from the PDF.', language: 'en' },
    ],
    accessibilitySummary: 'Made automatically.',
    language: 'sn',
  })
  const opf = read('package.opf')
  expect(opf.match(/<dc:title/g)).toHaveLength(1)
  for (const line of [
    '<dc:contributor id="contributor-1">Chipo &lt;Dube&gt;</dc:contributor>',
    '<dc:source id="printed">urn:isbn:9780306406157</dc:source>',
    '<meta property="group-position" refines="#series">2</meta>',
    '<item id="cover" href="images/cover.png" media-type="image/png" properties="cover-image"/>',
    '<meta name="cover" content="cover"/>',
    '<meta property="schema:accessModeSufficient">textual</meta>',
    '<meta property="schema:accessibilityFeature">pageNavigation</meta>',
    '<meta property="schema:accessibilitySummary">Made automatically.</meta>',
  ])
    expect(opf).toContain(line)
  expect(opf).not.toContain('visual')
  expect(read('text/imprint.xhtml')).toContain('<p lang="en" xml:lang="en" dir="ltr">Made from the PDF.</p>')
  expect(read('text/part-1.xhtml')).toContain('Text &lt; &amp; &quot;quoted&quot; \ufffd</p>')
  if (hasEpubcheck) expect(checkEpub(path)).toEqual([])
})
