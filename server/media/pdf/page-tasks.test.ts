import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { degrees, PDFArray, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageText } from '#contracts/reading/book-pages.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { runSandboxTask, withSandbox } from '#server/media/sandbox/sandbox.ts'
import { corpusFile, corpusFiles, hasCorpus } from '#tests/support/corpus.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await makeTempFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Document = Awaited<ReturnType<typeof PDFDocument.create>>

async function save(name: string, draw: (document: Document) => unknown) {
  const document = await PDFDocument.create()
  await draw(document)
  const path = join(folder, `${name}.pdf`)
  await writeFile(path, await document.save())
  return path
}

const readTexts = (path: string, pages: number[]) =>
  withSandbox({ kind: 'page-texts', path }, async (read) => (await read({ kind: 'page-texts', path, pages }, { workMs: 20_000 })).texts)

const drawPages = (path: string, pages: number[]) =>
  withSandbox({ kind: 'page-pictures', path }, async (draw) => {
    const drawn = []
    for (const page of pages) {
      const result = draw({ kind: 'page-pictures', path, page, widths: [480, 1080], format: 'webp' }, { workMs: 20_000 })
      drawn.push(await result.then(({ pictures }) => pictures, readReason))
    }
    return drawn
  })

function readReason(error: unknown) {
  if (error instanceof InvalidFileError) return error.message
  throw error
}

const textsOf = ({ runs }: Pick<PageText, 'runs'>) => runs.map(([, , , , text]) => text)

describe('reading a book with columns, rotated pages and links', () => {
  let path: string
  beforeAll(async () => {
    path = await save('columns', async (document) => {
      const font = await document.embedFont(StandardFonts.Helvetica)
      const page = document.addPage([400, 500])
      for (const [column, x] of [
        ['left', 20],
        ['right', 220],
      ] as const)
        for (const line of [1, 2, 3]) page.drawText(`${column} line ${line} of inter-`, { x, y: 480 - 20 * line, size: 12, font })
      page.drawText('est', { x: 220, y: 400, size: 12, font })
      const turned = document.addPage([400, 500])
      turned.setRotation(degrees(90))
      turned.drawText('Across the page', { x: 100, y: 50, size: 12, font, rotate: degrees(90) })
      const target = document.getPage(1).ref
      const { context } = document
      const link = (entry: Record<string, unknown>) =>
        context.register(context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [20, 100, 120, 120], ...entry } as never))
      page.node.set(PDFName.of('Annots'), PDFArray.withContext(context))
      const annotations = page.node.lookup(PDFName.of('Annots'), PDFArray)
      annotations.push(link({ Dest: [target, 'Fit'] }))
      for (const address of ['https://lectern.example/', 'javascript:alert(1)', 'file:///etc/passwd'])
        annotations.push(link({ A: { S: 'URI', URI: PDFString.of(address) } }))
    })
  })

  test('a book with columns is read column by column, without the hyphens at line ends', async () => {
    const [first] = await readTexts(path, [1])
    expect(first?.content).toBe(
      'left line 1 of inter- left line 2 of inter- left line 3 of inter- right line 1 of inter- right line 2 of inter- right line 3 of interest'.replaceAll(
        /inter- (?=left|right)/g,
        'inter',
      ),
    )
    expect(textsOf(first ?? { runs: [] })).toHaveLength(7)
    expect(first?.runs[0]).toEqual([20, expect.closeTo(31, -0.5), expect.closeTo(90, -1.5), 12, 'left line 1 of inter-', 1])
  })

  test('sizes and text positions of pages are as displayed, after rotation', async () => {
    const { sizes, hasText } = await runSandboxTask({ kind: 'book-pages', path })
    expect({ sizes, hasText }).toEqual({
      sizes: [
        [400, 500],
        [500, 400],
      ],
      hasText: true,
    })
    const [, turned] = await readTexts(path, [1, 2])
    expect(turned?.runs).toEqual([[50, expect.closeTo(90, -1), expect.closeTo(85, -1), 12, 'Across the page', 1]])
  })

  test('the links read from a book lead to its pages and to the web', async () => {
    const [first] = await readTexts(path, [1])
    expect(first?.links).toEqual([
      [20, 380, 100, 20, 2],
      [20, 380, 100, 20, 'https://lectern.example/'],
    ])
  })
})

test('a page is drawn at each width in its own proportions, even if it is very long or wide, and a missing page is rejected', async () => {
  const path = await save('drawn', async (document) => {
    document.addPage([200, 100]).drawText('Black on white')
    document.addPage([200, 100]).drawCircle({ x: 50, y: 50, size: 30 })
    document.addPage([5700, 30]).drawText('Two metres wide')
    document.addPage([20, 9000]).drawText('Long')
  })
  const drawn = await drawPages(path, [1, 2, 3, 4, 5])
  const sizes = await Promise.all(
    drawn.slice(0, 4).map(async (pictures) => {
      if (typeof pictures === 'string') return pictures
      const all = await Promise.all(pictures.map(({ content }) => sharp(content).metadata()))
      return all.map(({ width, height }) => [width, height])
    }),
  )
  expect(sizes).toEqual([
    [
      [480, 240],
      [1080, 540],
    ],
    [
      [480, 240],
      [1080, 540],
    ],
    [
      [480, 3],
      [1080, 6],
    ],
    [
      [16, 7000],
      [35, 15750],
    ],
  ])
  expect(drawn[4]).toBe('This page can’t be rendered.')
})

describe.skipIf(!hasCorpus)('reading and drawing PDFs of the corpus', { tags: ['full'] }, () => {
  test('each PDF of the corpus has pages, and each page has images and a text', async () => {
    for (const name of ['ArabicCIDTrueType.pdf', 'rotated.pdf', '160F-2019.pdf']) {
      const path = corpusFile(`pdf/${name}`)
      const { sizes } = await runSandboxTask({ kind: 'book-pages', path })
      const pages = [1, sizes.length]
      expect(await readTexts(path, pages), name).toHaveLength(2)
      for (const pictures of await drawPages(path, [sizes.length])) expect(pictures, name).toEqual([expect.anything(), expect.anything()])
    }
  })

  test('a page that crashes the renderer is rejected, and the next task runs in a fresh process', async () => {
    const path = corpusFile('pdf/bug_jpx.pdf')
    expect(await drawPages(path, [1, 1])).toEqual(Array(2).fill('It is damaged or incomplete.'))
    expect((await readTexts(path, [1]))[0]).toMatchObject({ content: '' })
  })

  test('a PDF that needs a password is refused', async () => {
    for (const name of corpusFiles('pdf-encrypted').slice(0, 1)) {
      const path = corpusFile(`pdf-encrypted/${name}`)
      await expect(runSandboxTask({ kind: 'book-pages', path }), name).rejects.toThrow('It needs a password.')
      expect(await drawPages(path, [1]), name).toEqual(['Its pages can’t be rendered.'])
    }
  })

  test('a hostile PDF is either read or refused', async () => {
    for (const name of ['bomb_giant.pdf', 'poppler-395-0-fuzzed.pdf', 'Pages-tree-refs.pdf']) {
      const path = corpusFile(`pdf-hostile/${name}`)
      const outcome = await runSandboxTask({ kind: 'book-pages', path }).then(({ sizes }) => sizes.length, readReason)
      expect(typeof outcome === 'number' ? outcome > 0 : outcome, name).toBeTruthy()
      await readTexts(path, [1]).catch(readReason)
      const [pictures] = await drawPages(path, [1])
      expect(pictures?.length, name).toBeGreaterThan(0)
    }
  })

  test('a paper in two columns is read one column after the other', async () => {
    const [first] = await readTexts(corpusFile('pdf/tracemonkey.pdf'), [1])
    const content = first?.content ?? ''
    expect(content).toContain('Dynamic languages such as JavaScript are more difficult to compile than statically typed ones.')
    expect(content).toContain('We present an alternative compilation technique for dynamically-typed languages')
  })
})
