import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { receiveFile } from '#server/media/upload/receive-file.ts'
import { prepareImage } from './prepare-image.ts'

// The timeout is long, since processes and encoders have to wait for a core on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'prepare-image-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a picture', () => {
  test('an image is rendered in every width up to its own, in both formats, and each file’s key is its hash', async () => {
    const { files, details } = await prepare(await buildPicture(800, 1200).jpeg().toBuffer())
    expect(details).toMatchObject({ width: 800, height: 1200 })
    expect(details.sources.map(({ width, type }) => `${width} ${type}`)).toEqual(
      [160, 320, 480, 720].flatMap((width) => [`${width} image/avif`, `${width} image/webp`]),
    )
    expect(files.map(({ role }) => role)).toEqual(['original', ...Array(8).fill('rendition')])
    expect(new Set(files.map(({ key }) => key)).size).toBe(9)
    for (const { path, width, type } of details.sources) {
      const file = files.find(({ key }) => key === path)
      const metadata = await sharp(file?.path).metadata()
      expect(metadata).toMatchObject({ width, height: width * 1.5, format: type === 'image/avif' ? 'heif' : 'webp' })
    }
  })

  test('an image between two widths is rendered in its own width too, if the smaller width would lose much of it', async () => {
    const { details } = await prepare(await buildPicture(1000, 1200).png().toBuffer())
    expect(details.sources.map(({ width }) => width)).toEqual([160, 320, 480, 720, 1000].flatMap((width) => [width, width]))
  })

  test('an image narrower than the smallest rendition is rendered in its own width', async () => {
    const { details } = await prepare(await buildPicture(100, 120).png().toBuffer())
    expect(details.sources.map(({ width }) => width)).toEqual([100, 100])
  })

  test('an image is rotated by its EXIF orientation and loses its metadata', async () => {
    const turned = await buildPicture(400, 300)
      .jpeg()
      .withExif({ IFD0: { Make: 'A camera', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { details, files } = await prepare(turned)
    expect(details).toMatchObject({ width: 300, height: 400 })
    for (const { path } of files.slice(1)) {
      const { exif, xmp, icc, orientation, width = 0, height = 0 } = await sharp(path).metadata()
      expect({ exif, xmp, icc, orientation, upright: height > width }).toEqual({
        exif: undefined,
        xmp: undefined,
        icc: undefined,
        orientation: undefined,
        upright: true,
      })
    }
  })

  test('the placeholder of an image is a small image', async () => {
    const { details } = await prepare(await buildPicture(600, 900).webp().toBuffer())
    expect(details.placeholder.length).toBeLessThanOrEqual(400)
    const { width, height } = await sharp(Buffer.from(details.placeholder.split(',')[1] ?? '', 'base64')).metadata()
    expect([width, height]).toEqual([11, 16])
  })

  test.each([
    ['CMYK', () => buildPicture(200, 200).toColorspace('cmyk').jpeg().toBuffer()],
    ['16-bit gray', () => buildPicture(200, 200).toColorspace('grey16').png().toBuffer()],
    [
      'transparent',
      () =>
        sharp({ create: { width: 200, height: 200, channels: 4, background: '#f008' } })
          .png()
          .toBuffer(),
    ],
    ['AVIF', () => buildPicture(200, 200).avif({ effort: 0 }).toBuffer()],
  ])('an image may be %s and is rendered in sRGB', async (_name, build) => {
    const { files } = await prepare(await build())
    for (const { path } of files.slice(1)) expect((await sharp(path).metadata()).space).toBe('srgb')
  })

  test('the renditions of a transparent image are transparent', async () => {
    const { files } = await prepare(
      await sharp({ create: { width: 200, height: 200, channels: 4, background: '#f008' } })
        .png()
        .toBuffer(),
    )
    for (const { path } of files.slice(1)) expect((await sharp(path).metadata()).hasAlpha).toBe(true)
  })
})

describe('unusable images are refused', () => {
  test.each([
    ['too many pixels', () => buildPicture(1200, 1000).png().toBuffer(), 400, /1200 × 1000 pixels.*at most 1 million/],
    ['a line of pixels', () => buildPicture(20_000, 10).png().toBuffer(), 400, /at least 16 pixels/],
    ['a ribbon', () => buildPicture(2000, 100).png().toBuffer(), 400, /at most 5 times/],
    ['an animated WebP', buildAnimation, 415, /animated/],
    ['a GIF', () => buildPicture(20, 20).gif().toBuffer(), 415, /This is a GIF/],
    ['a TIFF', () => buildPicture(20, 20).tiff().toBuffer(), 415, /This is a TIFF/],
    ['an SVG', async () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, /This is an SVG/],
    ['half a JPEG', async () => half(await buildPicture(300, 300).jpeg().toBuffer()), 400, /damaged/],
    ['half a PNG', async () => half(await buildPicture(300, 300).png().toBuffer()), 400, /damaged/],
    ['half a WebP', async () => half(await buildPicture(300, 300).webp().toBuffer()), 400, /damaged/],
    ['half an AVIF', async () => half(await buildPicture(300, 300).avif({ effort: 0 }).toBuffer()), 400, /damaged/],
    ['only the beginning of a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 400, /damaged/],
  ])('an image is refused for being %s', async (_name, build, status, message) => {
    await expect(build().then((data) => prepare(data, 1_000_000))).rejects.toMatchObject({
      status,
      errors: [{ field: 'coverImage', message: expect.stringMatching(message) }],
    })
  })
})

async function prepare(data: Buffer, pixelLimit = 40_000_000) {
  const file = await receiveFile(Readable.from([data]), { folder, field: 'coverImage', filename: 'c', format: 'image', limitBytes: 15e6 })
  expect(await readFile(file.path)).toEqual(data)
  return prepareImage(file, { pixelLimit })
}

function buildPicture(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
}

async function buildAnimation() {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 32, height: 32, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

function half(data: Buffer) {
  return data.subarray(0, data.length / 2)
}
