// @module-tag full
import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFNumber, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { runSandboxTask, withSandbox } from '#server/media/sandbox/sandbox.ts'
import { corpusFile, corpusFiles, hasCorpus } from '#tests/support/corpus.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

const LIMITS = { workMs: 30_000 }

let folder: string
beforeAll(async () => {
  folder = await makeTempFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Creates all renditions of some pages of a file in sandbox processes. For each page image, returns its size or the reason for refusal. */
async function makeAll(path: string, pages: number[]) {
  const { sizes, hasText } = await runSandboxTask({ kind: 'book-pages', path })
  const texts = await withSandbox(
    { kind: 'page-texts', path },
    async (read) => (await read({ kind: 'page-texts', path, pages }, LIMITS)).texts,
  )
  const reflow = await withSandbox(
    { kind: 'book-reflow', path },
    async (read) => (await read({ kind: 'book-reflow', path }, LIMITS)).reflow,
  )
  const pictures = await withSandbox({ kind: 'page-pictures', path }, async (draw) => {
    const drawn: unknown[] = []
    for (const page of pages) {
      const task = { kind: 'page-pictures' as const, path, page, widths: [480 as const], format: 'webp' as const }
      drawn.push(await draw(task, LIMITS).then(async (result) => sizeOf(result.pictures[0]?.content), readReason))
    }
    return drawn
  })
  return { sizes, hasText, texts, reflow, pictures }
}

async function sizeOf(picture: Uint8Array | undefined) {
  const { width, height } = await sharp(picture).metadata()
  return [width, height]
}

function readReason(error: unknown): string {
  if (error instanceof InvalidFileError) return error.message
  throw error
}

async function save(name: string, content: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

describe.runIf(hasCorpus)('renditions of different kinds of books', () => {
  test('a scanned book has page images, but no text and no reflowable text', async () => {
    const document = await PDFDocument.create()
    const scan = await document.embedJpg(await readFile(corpusFile('images/flowers.jpeg')))
    for (let page = 0; page < 3; page++) document.addPage([400, 300]).drawImage(scan, { x: 0, y: 0, width: 400, height: 300 })
    const { sizes, hasText, texts, reflow, pictures } = await makeAll(await save('scan.pdf', await document.save()), [1, 3])
    expect([sizes.length, hasText, reflow]).toEqual([3, false, null])
    expect(texts.map(({ content, runs }) => [content, runs])).toEqual(Array(2).fill(['', []]))
    expect(pictures).toEqual(Array(2).fill([480, 360]))
  })

  test('right-to-left lines are read in order and positioned as printed', async () => {
    const { texts, pictures, sizes } = await makeAll(corpusFile('pdf/ArabicCIDTrueType.pdf'), [1])
    expect(texts[0]?.direction).toBe('rtl')
    expect(texts[0]?.runs.map(([, , , , text]) => text)).toEqual(Array(4).fill('انواع الخطوط العربية'))
    // All lines of right-to-left text end at the same right margin.
    expect(new Set(texts[0]?.runs.map(([x, , width]) => Math.round(x + width))).size).toBe(1)
    const [width = 1, height = 1] = sizes[0] ?? []
    expect(pictures).toEqual([[480, Math.round((480 * height) / width)]])
  })

  test('vertical text is searchable, but a page with vertical text has no page image and no reflowable text', async () => {
    const horizontal = readFileSync(corpusFile('pdf/noembed-sjis.pdf'), 'latin1')
    expect(horizontal).toContain('90ms-RKSJ-H')
    const path = await save('vertical.pdf', Buffer.from(horizontal.replace('90ms-RKSJ-H', '90ms-RKSJ-V'), 'latin1'))
    const { texts, reflow, pictures } = await makeAll(path, [1])
    expect(texts[0]?.content).toContain('あいうえお')
    expect([reflow, pictures]).toEqual([null, ['This page uses fonts that are not embedded in the file.']])
  })

  test('a page with only a space in a standard font that is not embedded is drawn', async () => {
    const document = await PDFDocument.create()
    const font = await document.embedFont(StandardFonts.Helvetica)
    document.addPage([300, 300]).drawText(' ', { font })
    expect((await makeAll(await save('space.pdf', await document.save()), [1])).pictures).toEqual([[480, 480]])
  })

  test('the reflowable text of a paper in two columns has one column after the other', async () => {
    const { reflow, pictures } = await makeAll(corpusFile('pdf/tracemonkey.pdf'), [1])
    const texts = reflow?.parts.flatMap(({ blocks }) => blocks.map((block) => JSON.stringify('text' in block ? block.text : '')))
    const [first, second] = ['We present an alternative compilation technique', 'Compilers for statically typed languages'].map((begin) =>
      texts?.findIndex((text) => text.includes(begin)),
    )
    expect(first).toBeGreaterThan(-1)
    expect(second).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY)
    expect(pictures).toEqual([[480, 621]])
  })

  test('a rotated page is drawn and read as displayed', async () => {
    const { sizes, texts, pictures } = await makeAll(corpusFile('pdf/rotation.pdf'), [1, 2])
    expect(sizes).toEqual([
      [612, 792],
      [792, 612],
    ])
    expect(pictures).toEqual([
      [480, 621],
      [480, 371],
    ])
    const [x = 0, y = 0, width = 0, height = 0, text] = texts[1]?.runs[0] ?? []
    expect(text).toBe('This is my second page. It will have a landscape layout.')
    expect([x > 0, y > 0, width > 200, x + width < 792, y + height < 612]).toEqual(Array(5).fill(true))
  })

  test('broken pages do not affect other pages', async () => {
    const whole = await makeAll(corpusFile('pdf/nested_outline.pdf'), [1, 2, 3, 4, 5])
    const document = await PDFDocument.load(await readFile(corpusFile('pdf/nested_outline.pdf')))
    const [, second, , fourth] = document.getPages()
    second?.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream('q 1 0 0 ( BT /F1 unknown Tj ]] >>')))
    fourth?.node.set(PDFName.of('Contents'), PDFNumber.of(4))
    fourth?.node.set(PDFName.of('Resources'), PDFNumber.of(4))
    fourth?.node.set(PDFName.of('MediaBox'), PDFNumber.of(4))
    const path = await save('broken.pdf', await document.save({ useObjectStreams: false }))
    const { texts, pictures, sizes } = await makeAll(path, [1, 2, 3, 4, 5])
    expect(sizes).toHaveLength(whole.sizes.length)
    for (const index of [0, 2, 4]) {
      expect(texts[index]?.content).toBe(whole.texts[index]?.content)
      expect(pictures[index]).toEqual(whole.pictures[index])
    }
    for (const index of [1, 3]) expect(texts[index]?.content).toBe('')
  })

  test.for(corpusFiles('pdf-encrypted'))('%s, which needs a password, is refused', async (name) => {
    const path = corpusFile(`pdf-encrypted/${name}`)
    await expect(runSandboxTask({ kind: 'book-pages', path })).rejects.toThrow('It needs a password.')
  })
})
