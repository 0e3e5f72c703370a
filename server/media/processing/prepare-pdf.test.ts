import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PDFDocument, PDFName, PDFNumber, type PDFRef, PDFString } from 'pdf-lib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { openPdf } from '#server/media/pdf/open-pdf.ts'
import { type PreviewRule, previewLength } from '#server/media/preview-length.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import { receiveFile } from '#server/media/upload/receive-file.ts'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { buildLockedPdf } from '#tests/support/locked-pdf.ts'
import { contentsOfPdf } from '#tests/support/pdf-contents.ts'
import { extractPreview } from './extract-preview.ts'
import { preparePdf } from './prepare-pdf.ts'

// The timeout is long, since processes and encoders have to wait for a core on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'prepare-pdf-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the pages of a PDF are counted, and the PDF is stored unchanged', async () => {
  const data = await buildBook(5)
  const { details, files } = await prepare(data, false)
  expect(details).toEqual({ pageCount: 5, encrypted: false })
  expect(files).toMatchObject([{ role: 'original', type: 'application/pdf', bytes: data.length }])
})

test('a PDF with bytes before its header is accepted', async () => {
  const { details } = await prepare(Buffer.concat([Buffer.from('\r\nMIME rubbish\r\n'), await buildBook(2)]), false)
  expect(details.pageCount).toBe(2)
})

describe('unusable PDFs are refused', () => {
  test.each([
    ['not being one', Buffer.from('PK\x03\x04 a document'), 415, /Office document/],
    ['having nothing but a header', Buffer.from('%PDF-1.7\n'), 400, /can’t be used/],
    ['being rubbish', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(10_000, 'rubbish ')]), 400, /can’t be used/],
  ])('a file is refused as a PDF for %s', async (_name, data, status, message) => {
    await expect(prepare(data, true)).rejects.toMatchObject({ status, errors: [{ field: 'pdf', message: expect.stringMatching(message) }] })
  })

  test('a PDF that takes too long to read is refused', { tags: ['full'] }, async () => {
    const path = join(folder, 'slow.pdf')
    await writeFile(path, await buildBook(3000))
    await expect(runSandboxTask({ kind: 'pdf', path }, { workMs: 1 })).rejects.toThrow(InvalidFileError)
  })
})

describe('page trees that PDF readers can’t read', () => {
  const pagesOf = async (data: Uint8Array) => {
    const { details, files } = await prepare(data, false)
    expect(files).toMatchObject([{ role: 'original', type: 'application/pdf' }])
    return { ...details, texts: await textOf(files[0]?.path), path: files[0]?.path ?? '' }
  }

  test.each([
    ['in one list', [[0, 1, 0, 2, 0, 3]]],
    ['across parts of the book', [[0, 1, 0], [2, 0, 3, 0], [4]]],
    ['with its whole part', [[0, 1], 'again', [2], 'again']],
  ])('a page that is repeated %s counts as a page each time', async (_name, parts) => {
    const { pageCount, texts } = await pagesOf(await buildSharedPages(parts as (number[] | 'again')[]))
    const [first] = parts as [number[]]
    const expected = (parts as (number[] | 'again')[]).flatMap((part) => (part === 'again' ? first : part))
    expect([pageCount, texts]).toEqual([expected.length, expected.map((page) => `Page ${page} secret`)])
  })

  test('the outline stays unchanged when the page tree is repaired', async () => {
    const { path } = await pagesOf(await buildSharedPages([[0, 1, 0, 2, 0, 3]]))
    const { outline } = await runSandboxTask({ kind: 'book-pages', path })
    expect(outline).toEqual([{ title: 'The last', page: 6, depth: 0 }])
  })

  test('a book that can’t be repaired is refused with its number of unreadable pages', async () => {
    const locked = buildLockedPdf({ pages: 5 }).toString('latin1').replace('9 0 R 11 0 R 13 0 R]', '7 0 R 11 0 R 7 0 R]')
    const refused = { status: 400, errors: [{ field: 'pdf', message: expect.stringMatching(/3 of its 5 pages can’t be read/) }] }
    await expect(prepare(Buffer.from(locked, 'latin1'), false)).rejects.toMatchObject(refused)
  })

  test.each([0, -3])('a book that states a page count of %i is counted by the pages in its page tree', async (count) => {
    const book = await PDFDocument.load(await buildBook(3))
    book.catalog.Pages().set(PDFName.of('Count'), PDFNumber.of(count))
    expect((await pagesOf(await book.save({ addDefaultPage: false }))).texts).toEqual([1, 2, 3].map((page) => `Page ${page} secret`))
  })

  test('a cycle in a page tree doesn’t count as a page', async () => {
    const book = await PDFDocument.load(await buildBook(3))
    const tree = book.catalog.Pages()
    tree.Kids().push(book.catalog.get(PDFName.of('Pages')) as PDFRef)
    expect((await prepare(await book.save({ addDefaultPage: false }), false)).details.pageCount).toBe(3)
  })

  test.runIf(hasCorpus)('the page tree of a real book is repaired, and all chapters of its outline have their pages', async () => {
    const { pageCount, path } = await pagesOf(await readFile(corpusFile('field/same-blank-page.pdf')))
    expect(pageCount).toBe(11)
    expect((await runSandboxTask({ kind: 'book-pages', path })).outline.map(({ page }) => page)).toEqual([5, 6, 7, 8, 9, 10])
  })
})

describe('a preview', () => {
  test.each([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 3],
    [9, 3],
    [30, 3],
    [31, 4],
    [100, 10],
    [200, 20],
    [1000, 20],
  ])('the preview of a book with %i pages has %i pages', (pages, expected) => {
    expect(previewLength(pages)).toBe(expected)
  })

  test.each([
    [6, 1],
    [7, 6],
    [18, 6],
    [40, 8],
    [100, 9],
  ])('the preview of a book with %i pages has %i pages when the site sets another length', async (pages, expected) => {
    const rule = { percent: 20, least: 6, most: 9 }
    expect(previewLength(pages, rule)).toBe(expected)
    const { files } = await prepare(await buildBook(pages), true, rule)
    expect(await textOf(files.find(({ role }) => role === 'preview')?.path)).toHaveLength(expected)
  })

  test('a preview contains the first pages of its book and no content of other pages', async () => {
    const { files } = await prepare(await buildBook(40), true)
    const preview = files.find(({ role }) => role === 'preview')
    expect(await textOf(preview?.path)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4'].map((text) => `${text} secret`))
    expect(await streamsOf(preview?.path)).not.toMatch(/Page (5|6|40) secret/)
  })

  test('a preview contains no script, attachment or title of the book', async () => {
    const { files } = await prepare(await buildBook(12), true)
    const raw = await streamsOf(files.find(({ role }) => role === 'preview')?.path)
    expect(raw).not.toMatch(/JavaScript|app\.alert|EmbeddedFile|attached words|Outlines/)
  })

  test('a preview contains no image of other pages, even if all pages share their resources', async () => {
    const { files } = await prepare(await buildSharedResources(12), true)
    const path = files.find(({ role }) => role === 'preview')?.path
    expect(await textOf(path)).toEqual(['Drawing 1 secret', 'Drawing 2 secret', 'Drawing 3 secret'])
    expect(await streamsOf(path)).not.toMatch(/Drawing (4|12) secret/)
  })

  test('a preview retains links to the web, but no link to a missing page', async () => {
    const { files } = await prepare(await buildBook(12), true)
    const document = await openPdf(files.find(({ role }) => role === 'preview')?.path ?? '')
    const page = await document?.getPage(1)
    expect((await page?.getAnnotations())?.map(({ url }) => url)).toEqual(['https://example.org/'])
    await document?.loadingTask.destroy()
  })

  test('a preview is not created for a book with a single page', async () => {
    expect((await prepare(await buildBook(1), true)).files).toHaveLength(1)
  })

  test('a preview can be created later from a stored file', async () => {
    const path = join(folder, 'stored.pdf')
    await writeFile(path, await buildBook(6))
    const before = await readdir(folder)
    const preview = await extractPreview('pdf', createReadStream(path), { folder })
    expect(await textOf(preview?.path)).toHaveLength(3)
    expect(await readdir(folder)).toHaveLength(before.length + 1)
  })

  test('an unreadable PDF has no preview, and the failed attempt leaves no files', async () => {
    const path = join(folder, 'broken.pdf')
    await writeFile(path, '%PDF-1.7\nbroken')
    const before = await readdir(folder)
    expect(await extractPreview('pdf', path, { folder })).toBeUndefined()
    expect(await readdir(folder)).toEqual(before)
  })
})

async function prepare(data: Uint8Array, preview: boolean, rule?: PreviewRule) {
  const file = await receiveFile(Readable.from([Buffer.from(data)]), {
    folder,
    field: 'pdf',
    filename: 'b.pdf',
    format: 'pdf',
    limitBytes: 50e6,
  })
  return preparePdf(file, { preview, rule })
}

/** Builds a book with all the kinds of content that a preview must not include. */
async function buildBook(pageCount: number) {
  const book = await PDFDocument.create()
  book.setTitle('The whole book')
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const page = book.addPage([300, 400])
    page.drawText(`Page ${index + 1} secret`)
    return page
  })
  const { context } = book
  const link = (rest: object) => context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10], ...rest }))
  const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }
  const [first, last] = [pages[0], pages.at(-1)]
  first?.node.set(
    PDFName.of('Annots'),
    context.obj([
      link({ A: { S: 'URI', URI: PDFString.of('https://example.org/') } }),
      link({ A: script }),
      ...(pageCount > 3 && last ? [link({ Dest: [last.ref, 'Fit'] })] : []),
    ]),
  )
  first?.node.set(PDFName.of('AA'), context.obj({ O: script }))
  book.addJavaScript('start', 'app.alert(2)')
  await book.attach(Buffer.from('attached words'), 'notes.txt', { mimeType: 'text/plain' })
  return book.save()
}

/**
 * Builds a book whose page tree has a node for each part, a list of page numbers; `again` repeats the node of the first part. The outline
 * links to the last page.
 */
async function buildSharedPages(parts: (number[] | 'again')[]) {
  const book = await PDFDocument.create()
  const { context } = book
  const texts = new Map<number, PDFRef>()
  for (const number of new Set(parts.flatMap((part) => (part === 'again' ? [] : part)))) {
    const page = book.addPage([300, 400])
    page.drawText(`Page ${number} secret`)
    texts.set(number, page.ref)
  }
  const tree = book.catalog.Pages()
  const root = book.catalog.get(PDFName.of('Pages')) as PDFRef
  const nodes: PDFRef[] = []
  for (const part of parts) {
    const kids = part === 'again' ? [] : part.map((number) => texts.get(number) as PDFRef)
    nodes.push(
      part === 'again'
        ? (nodes[0] as PDFRef)
        : context.register(context.obj({ Type: 'Pages', Parent: root, Kids: kids, Count: kids.length })),
    )
  }
  const [first] = parts as [number[]]
  tree.set(PDFName.of('Kids'), context.obj(parts.length === 1 ? first.map((number) => texts.get(number) as PDFRef) : nodes))
  tree.set(PDFName.of('Count'), PDFNumber.of(parts.reduce((sum, part) => sum + (part === 'again' ? first : part).length, 0)))
  const last = texts.get(Math.max(...texts.keys())) as PDFRef
  const outlines = context.nextRef()
  const entry = context.register(context.obj({ Title: PDFString.of('The last'), Parent: outlines, Dest: [last, 'Fit'] }))
  context.assign(outlines, context.obj({ Type: 'Outlines', First: entry, Last: entry, Count: 1 }))
  book.catalog.set(PDFName.of('Outlines'), outlines)
  return book.save({ addDefaultPage: false })
}

/** Builds a book as some scanning programs do: every page draws its own form, from a resource list that all pages share. */
async function buildSharedResources(pageCount: number) {
  const book = await PDFDocument.create()
  const { context } = book
  const font = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }))
  const forms: Record<string, ReturnType<typeof context.register>> = {}
  for (let number = 1; number <= pageCount; number += 1) {
    const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 400], Resources: { Font: { F1: font } } }
    forms[`Im${number}`] = context.register(context.flateStream(`BT /F1 12 Tf 10 10 Td (Drawing ${number} secret) Tj ET`, form))
  }
  const resources = context.register(context.obj({ XObject: forms }))
  for (let number = 1; number <= pageCount; number += 1) {
    const { node } = book.addPage([300, 400])
    node.set(PDFName.of('Resources'), resources)
    node.set(PDFName.of('Contents'), context.register(context.flateStream(`q /Im${number} Do Q`)))
  }
  return book.save()
}

async function textOf(path = '') {
  const document = await openPdf(path)
  const texts = []
  for (let number = 1; number <= (document?.numPages ?? 0); number += 1) {
    const content = await (await document?.getPage(number))?.getTextContent()
    texts.push(content?.items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await document?.loadingTask.destroy()
  return texts
}

async function streamsOf(path = '') {
  return contentsOfPdf(await readFile(path))
}
