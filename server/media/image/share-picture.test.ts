// @module-tag full
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_PALETTE } from '#contracts/site/palette.ts'
import { withSharePictures } from '#server/media/sandbox/sandbox.ts'
import fc from '#tests/support/property-testing.ts'
import { isDrawable, SHARE_PICTURE, SHARE_PICTURE_BYTES, type SharePictureTask, type ShareSubject } from './share-picture.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="58"><rect width="64" height="58" fill="#b8741a"/></svg>'
const brand = { name: 'Lectern', logos: { onLight: LOGO, onDark: LOGO }, colors: DEFAULT_PALETTE }
/** Widths in a share image, in pixels: the colored panel, and the empty margin around the text. */
const EDGE = { panel: 456, around: 40 }

let cover: Buffer
let noisyCover: Buffer
beforeAll(async () => {
  const size = { width: 480, height: 720, channels: 3 as const, background: '#c9a24b' }
  cover = await sharp({ create: size }).webp().toBuffer()
  // Noise is the worst case: no other cover results in a larger JPEG.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 90 }
  noisyCover = await sharp({ create: { ...size, noise } })
    .webp({ quality: 95 })
    .toBuffer()
})

const task = (subject: Partial<ShareSubject>): SharePictureTask => ({
  subject: { shape: 'book', title: 'Rest', by: 'Tapiwa Gumbo', label: 'Free', isFree: true, color: '#642735', cover, ...subject },
  brand,
})

const SHAPES = ['book', 'square', 'portrait'] as const
const TITLES = {
  'of three letters': 'Rwa',
  'of 120 letters':
    'A long and patient title that goes on about mornings, mercy and money until it has used one hundred and twenty letters up',
  'of 500 letters without a space': 'Mwari'.repeat(100),
  'of the widest letters': 'WWWWWW MMMMMM '.repeat(8).trim(),
  'in Arabic': 'دعاء الصباح والمساء: ثلاثون يوماً من السكينة والتأمل في بيوتنا',
  'in two directions': 'The word سلام and what it asks of us',
  'with emoji': 'Grow 🌱 together 🙏🏽 in love ❤️ and faith 👨‍👩‍👧‍👦',
  'of emoji alone': '🙏🏽'.repeat(60),
  'with markup': '<b>Love</b> & "truth" </span>',
}

test('a share image is a JPEG of 1200 × 630 with at most 300 KB, and no title reaches the margins', async () => {
  await withSharePictures(async (draw) => {
    for (const [index, [name, title]] of Object.entries(TITLES).entries()) {
      const shape = SHAPES[index % SHAPES.length] ?? 'book'
      const content = await draw(task({ shape, title, by: title, ...(index === 0 && { cover: noisyCover }) }))
      const { format, width, height } = await sharp(content).metadata()
      expect({ format, width, height }, name).toEqual({ format: 'jpeg', ...SHARE_PICTURE })
      expect(content.length, name).toBeLessThanOrEqual(SHARE_PICTURE_BYTES)
      expect(await inkNearTheEdges(content), `${shape}, ${name}`).toBe(0)
      expect(await inkOfTheTitle(content), `${shape}, ${name}`).toBeGreaterThan(500)
    }
  })
})

test('a text without visible characters leaves its area of the share image empty', async () => {
  await withSharePictures(async (draw) => {
    const content = await draw(task({ title: '\u200b\ufeff', by: '\u3164' }))
    expect(await sharp(content).metadata()).toMatchObject({ format: 'jpeg', ...SHARE_PICTURE })
  })
})

test('random titles never reach the margins of the share image', async () => {
  const unit = fc.constantFrom(
    ...'aiWMgj Éħ ’&<>"-',
    'س',
    'لا',
    '﷽',
    'ё',
    'Ω',
    '🙏🏽',
    '👨‍👩‍👧‍👦',
    '❤️',
    '\u202e',
    '\u200f',
    '\n',
    '\u0007',
    'e\u0301\u0302',
  )
  await withSharePictures((draw) =>
    fc.assert(
      fc.asyncProperty(
        fc.string({ unit, maxLength: 300 }).map((text) => `a${text}`),
        async (title) => {
          expect(await inkNearTheEdges(await draw(task({ title })))).toBe(0)
        },
      ),
      { numRuns: 5 },
    ),
  )
})

test('a share image that can’t be drawn is rejected as an invalid file, and the next share image is drawn', async () => {
  await withSharePictures(async (draw) => {
    await expect(draw(task({ cover: Buffer.from('no picture') }))).rejects.toMatchObject({ name: 'InvalidFileError' })
    expect((await sharp(await draw(task({}))).metadata()).width).toBe(SHARE_PICTURE.width)
  })
})

test.each([
  ['Zvinhu zvakanaka: 10% nhasi!', true],
  ['سلام 🙏', true],
  ['Слово и дело', true],
  ['日本語の本', false],
])('%s can be drawn: %s', (title, drawable) => expect(isDrawable(title)).toBe(drawable))

/** Counts the pixels in the margins right of the share image's panel whose color differs from the background. */
async function inkNearTheEdges(jpeg: Uint8Array): Promise<number> {
  const { panel, around } = EDGE
  return countOthers(
    jpeg,
    (x, y) =>
      x > panel + 8 && (y < around || y >= SHARE_PICTURE.height - around || x >= SHARE_PICTURE.width - around || x < panel + around),
  )
}

/** Counts the pixels of the title area, between the site's name and the line above the price, whose color differs from the background. */
const inkOfTheTitle = (jpeg: Uint8Array) => countOthers(jpeg, (x, y) => x > EDGE.panel + EDGE.around && y > 120 && y < 500)

async function countOthers(jpeg: Uint8Array, isCounted: (x: number, y: number) => boolean): Promise<number> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => data.subarray((y * info.width + x) * info.channels)
  const ground = at(info.width - 1, 0)
  let others = 0
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      if (!isCounted(x, y)) continue
      const pixel = at(x, y)
      // Smaller color differences are JPEG compression artifacts.
      if ([0, 1, 2].some((channel) => Math.abs((pixel[channel] ?? 0) - (ground[channel] ?? 0)) > 12)) others++
    }
  return others
}
