import { readFileSync } from 'node:fs'
import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { PageFormat, PageWidth } from '#contracts/reading/page-widths.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { ignoreEmptyCrop } from './ignore-empty-crop.ts'
import { lacksLetters } from './lacks-letters.ts'
import { openPdfium } from './open-pdfium.ts'

export type PagePicture = { width: PageWidth; format: PageFormat; content: Uint8Array }
export type PagePicturesTask = { path: string; page: number; widths: PageWidth[]; format: PageFormat }

/** Maximum number of pixels of a page image, which applies to very long or wide pages as well. */
const MAX_PIXELS = 16e6
/** Maximum side of a WebP image in pixels. */
const MAX_SIDE = 16_000
/** Resolution of pictures in an EPUB, in pixels per inch, their greatest width and height in pixels, and the quality of their JPEGs. */
const PICTURE = { perInch: 200, maxSide: 1600, quality: 72 }
/** Number of rendered pages after which the document is opened again: PDFium keeps what it has decoded. */
const PAGES_PER_OPENING = 50
/**
 * Thresholds above which a page counts as colored: difference between a pixel's red, green and blue, and number of such pixels per million.
 * Scans of gray paper have color noise.
 */
const COLORED = { difference: 24, perMillion: 50 }

// sharp's cache and decoders are disabled, since sharp receives only pixels and no files here.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })

const NOT_RENDERED = 'This page can’t be rendered.'

const opened = new Map<string, PDFiumDocument>()

/** Renders a page, counted from 1, at the largest width and scales it to the other widths. Runs in the sandbox process. */
export async function drawPage({ path, page: number, widths, format }: PagePicturesTask): Promise<PagePicture[]> {
  const { data, width, height } = await render(await open(path), number, Math.max(...widths))
  const pixels = await toPixels(data, width, height)
  const pictures: PagePicture[] = []
  for (const wanted of widths) {
    const scale = wanted / Math.max(...widths)
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    const picture = size.width === width ? pixels() : pixels().resize({ ...size, fit: 'fill' })
    // The lowest effort of AVIF results in nearly the same size in a quarter of the time (docs/decisions/0041).
    const encoded = format === 'avif' ? picture.avif({ quality: 40, effort: 0 }) : picture.webp({ quality: 50, effort: 2 })
    pictures.push({ width: wanted, format, content: await encoded.toBuffer() })
  }
  return pictures
}

/** Area of a page: x, y, width and height in points from the top left corner */
type Area = [number, number, number, number]

let rendered = 0

/**
 * Renders areas of a page, counted from 1, as JPEG. An area of a single color is undefined, since such a picture is a frame or a mask of
 * something else. Runs in the sandbox process.
 */
export async function drawAreas(path: string, number: number, areas: Area[]): Promise<(Uint8Array | undefined)[]> {
  if (rendered++ % PAGES_PER_OPENING === 0) {
    opened.get(path)?.destroy()
    opened.delete(path)
  }
  const page = (await open(path)).getPage(number - 1)
  ignoreEmptyCrop(page)
  const { originalWidth } = page.getOriginalSize()
  const { data, width, height } = await renderPage(page, Math.max(1, (originalWidth * PICTURE.perInch) / 72))
  const perPoint = width / originalWidth
  return Promise.all(
    areas.map(async (area) => {
      const [left = 0, top = 0, wide = 0, high = 0] = area.map((points) => Math.round(points * perPoint))
      const x = Math.min(Math.max(0, left), width - 1)
      const y = Math.min(Math.max(0, top), height - 1)
      const size = { width: Math.min(Math.max(1, wide), width - x), height: Math.min(Math.max(1, high), height - y) }
      const crop = cropPixels(data, width, { x, y, ...size })
      if (isPlain(crop)) return undefined
      const pixels = await toPixels(crop, size.width, size.height)
      return pixels()
        .resize({ width: PICTURE.maxSide, height: PICTURE.maxSide, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: PICTURE.quality, mozjpeg: true })
        .toBuffer()
    }),
  )
}

function cropPixels(data: Uint8Array, rowWidth: number, { x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const crop = new Uint8Array(4 * width * height)
  for (let row = 0; row < height; row++) {
    const from = 4 * ((y + row) * rowWidth + x)
    crop.set(data.subarray(from, from + 4 * width), 4 * width * row)
  }
  return crop
}

function isPlain(data: Uint8Array): boolean {
  return data.every((value, index) => value === data[index % 4])
}

async function open(path: string): Promise<PDFiumDocument> {
  const known = opened.get(path)
  if (known) return known
  const library = await openPdfium()
  const document = await library.loadDocument(readFileSync(path)).catch(() => {
    throw new InvalidFileError('Its pages can’t be rendered.')
  })
  opened.set(path, document)
  return document
}

async function render(document: PDFiumDocument, number: number, widest: number) {
  const isThere = Number.isInteger(number) && number >= 1 && number <= document.getPageCount()
  const page = isThere ? document.getPage(number - 1) : undefined
  if (!page) throw new InvalidFileError(NOT_RENDERED)
  // The page is refused, since the viewer then renders the page on the reader's device, which has more fonts than the server.
  if (lacksLetters(page)) throw new InvalidFileError('This page uses fonts that are not embedded in the file.')
  return renderPage(page, widest)
}

function renderPage(page: PDFiumPage, widest: number) {
  ignoreEmptyCrop(page)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new InvalidFileError(NOT_RENDERED)
  const ratio = originalHeight / originalWidth
  const width = Math.floor(Math.max(1, Math.min(widest, MAX_SIDE / ratio, Math.sqrt(MAX_PIXELS / ratio))))
  const height = Math.min(MAX_SIDE, Math.max(1, Math.round(width * ratio)))
  return page.render({ width, height, scale: 1, render: 'bitmap', renderFormFields: true })
}

/** Returns a factory of sharp instances, with a single gray channel for a page without color and with three channels otherwise. */
async function toPixels(data: Uint8Array, width: number, height: number) {
  const gray = readGray(data, width * height)
  if (gray) return () => sharp(gray, { raw: { width, height, channels: 1 } }).toColorspace('b-w')
  const colors = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer()
  return () => sharp(colors, { raw: { width, height, channels: 3 } })
}

/** Returns the gray pixels of a page; undefined if the page has colors. */
function readGray(data: Uint8Array, count: number): Uint8Array | undefined {
  const gray = new Uint8Array(count)
  let colored = (count * COLORED.perMillion) / 1e6
  for (let pixel = 0, at = 0; pixel < count; pixel++, at += 4) {
    const red = data[at] as number
    const green = data[at + 1] as number
    const blue = data[at + 2] as number
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > COLORED.difference && --colored < 0) return undefined
    gray[pixel] = green
  }
  return gray
}
