import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { buildRawPdf, CYRILLIC_FONT } from '#tests/support/raw-pdf.ts'

const folder = await mkdtemp(join(tmpdir(), 'draw-page-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function store(content: string): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, content)
  return path
}

// Page images are drawn in the sandbox process, since `draw-page.ts` blocks sharp's decoders for its whole process.
function draw(path: string) {
  const task = { kind: 'page-pictures' as const, path, page: 1, widths: [480 as const], format: 'webp' as const }
  return withSandbox({ kind: 'page-pictures', path }, async (run) => (await run(task, { workMs: 20_000 })).pictures)
}

describe('rendering a page with invisible text in a font that is not embedded', () => {
  test('a page with only invisible text in a font that is not embedded is rendered, since no letters are drawn', async () => {
    const scan = '0.5 g 20 20 200 200 re f BT /F1 18 Tf 3 Tr 40 200 Td (ABC) Tj ET'
    expect(await draw(await store(buildRawPdf(scan, CYRILLIC_FONT)))).toHaveLength(1)
  })

  test('a page is not rendered if visible text uses a font that is not embedded', { tags: ['full'] }, async () => {
    const both = 'BT /F1 18 Tf 3 Tr 40 200 Td (AB) Tj 0 Tr 0 -40 Td (BCA) Tj ET'
    await expect(draw(await store(buildRawPdf(both, CYRILLIC_FONT)))).rejects.toThrow('fonts that are not embedded')
  })

  test.runIf(hasCorpus)('a real scan with recognized text in a font that is not embedded is rendered', { tags: ['full'] }, async () => {
    expect(await draw(corpusFile('field/ocr-cyr.pdf'))).toHaveLength(1)
  })
})

describe('rendering the page image of a PDF', () => {
  const title = 'with a crop box %s shows the whole page'
  test.each([['outside the page', '[1000 1000 1200 1200]']])(title, expectWholePage)
  test.each([
    ['beside the page', '[300 0 600 400]'],
    ['without an area', '[10 10 10 10]'],
  ])(title, { tags: ['full'] }, expectWholePage)

  async function expectWholePage(_name: string, box: string) {
    const raw = buildRawPdf('0.5 g 20 20 200 200 re f').replace('/MediaBox', `/CropBox ${box} /MediaBox`)
    const [picture] = await draw(await store(raw))
    const { width, height } = await sharp(picture?.content).metadata()
    expect([width, height]).toEqual([480, 640])
    expect((await sharp(picture?.content).stats()).channels[0]?.min).toBeLessThan(140)
  }
})
