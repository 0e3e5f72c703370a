import { describe, expect, test } from 'vitest'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import { corpusFile, corpusFiles, hasCorpus } from '#tests/support/corpus.ts'
import { likeness } from '#tests/support/likeness.ts'
import { drawWithPoppler, hasPoppler } from '#tests/support/poppler.ts'
import { sampledPages } from '#tests/support/sampled-pages.ts'
import { readBookPages } from './read-book-pages.ts'

const WIDTH = 1080
const MIN_LIKENESS = 0.95
/** Files whose page images correctly differ from poppler's, as verified by eye, and the reason. */
const DIFFERENT: Record<string, { likeness: number; because: string }> = {
  'basicapi.pdf': { likeness: 0.92, because: 'pages 2 and 3 have two words and two hairlines, which poppler draws thinner' },
  'three_pages_with_number.pdf': {
    likeness: 0.91,
    because: 'one large figure, of which the edges count alone; it stands half a pixel higher',
  },
}
/** Files whose pages are not drawn on the server but by pdf.js in the reader's browser, and the reason. */
const NOT_DRAWN: Record<string, string> = {
  'bug_jpx.pdf': 'It is damaged or incomplete.',
  'noembed-sjis.pdf': 'This page uses fonts that are not embedded in the file.',
}

async function drawPages(name: string, pages: number[]): Promise<(Uint8Array | string)[]> {
  const path = corpusFile(`pdf/${name}`)
  return withSandbox({ kind: 'page-pictures', path }, async (draw) => {
    const drawn: (Uint8Array | string)[] = []
    for (const page of pages) {
      const drawing = draw({ kind: 'page-pictures', path, page, widths: [WIDTH], format: 'avif' }, { workMs: 20_000 })
      drawn.push(await drawing.then(({ pictures }) => pictures[0]?.content ?? 'nothing', readReason))
    }
    return drawn
  })
}

function readReason(error: unknown): string {
  if (error instanceof InvalidFileError) return error.message
  throw error
}

describe.runIf(hasCorpus)('page images', () => {
  const drawn = corpusFiles('pdf').filter((name) => !(name in NOT_DRAWN))
  test.runIf(hasPoppler).for(drawn)('page images of %s look like those of pdftoppm', async (name) => {
    const path = corpusFile(`pdf/${name}`)
    const { sizes } = await readBookPages(path)
    const pages = sampledPages(sizes.length, 6)
    const pictures = await drawPages(name, pages)
    const least = DIFFERENT[name]?.likeness ?? MIN_LIKENESS
    for (const [index, page] of pages.entries()) {
      const [picture, [width, height]] = [pictures[index], sizes[page - 1] ?? [1, 1]]
      if (!(picture instanceof Uint8Array)) throw new Error(`page ${page}: ${picture}`)
      const theirs = drawWithPoppler(path, page, Math.max(WIDTH, Math.round((WIDTH * height) / width)))
      expect(await likeness(picture, theirs), `page ${page}`).toBeGreaterThanOrEqual(least)
    }
  })

  test('images of different pages do not look alike', async () => {
    const [one, other] = (await drawPages('three_pages_with_number.pdf', [1, 2])) as [Uint8Array, Uint8Array]
    expect(await likeness(one, one)).toBe(1)
    expect(await likeness(one, other)).toBeLessThan(0.5)
  })

  test.for(Object.entries(NOT_DRAWN))('page images of %s are refused with a reason', async ([name, reason]) => {
    expect(await drawPages(name, [1])).toEqual([reason])
  })
})
