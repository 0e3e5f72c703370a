import type Pictures from 'sharp'
import type { Sharp } from 'sharp'
import { PICTURE_WIDTHS } from '#contracts/catalogue/item.ts'
import { SHARE_PICTURE } from './share-picture.ts'

export type Rendition = { type: 'image/avif' | 'image/webp'; width: number; content: Uint8Array }

export const PLACEHOLDER_LENGTH = 400

/** Factor by which an original has to be wider than a rendition to be worth one of its own width. */
const WORTH_ITS_WIDTH = 1.2

/** Returns the widths of renditions: the wanted ones up to the original's, and the original's own if they would lose much of it. */
function renditionWidths(width: number, wanted: readonly number[]): number[] {
  const below = wanted.filter((candidate) => candidate <= width)
  const widest = below.at(-1)
  const isLost = widest === undefined || (below.length < wanted.length && width >= widest * WORTH_ITS_WIDTH)
  return isLost ? [...below, width] : below
}

/**
 * Creates the placeholder of an image, and renditions in both formats, the better format first.
 * @param open returns a new sharp instance that reads the original
 * @param width width of the original in pixels, after the rotation that its EXIF orientation specifies
 * @param wanted widths of the renditions
 */
export async function makeRenditions(
  sharp: typeof Pictures,
  open: () => Sharp,
  width: number,
  wanted: readonly number[] = PICTURE_WIDTHS,
): Promise<{ placeholder: string; brightness: number; renditions: Rendition[] }> {
  const widths = renditionWidths(width, wanted)

  // The original is decoded only once: smaller renditions are scaled from the largest, which is small compared to a camera image.
  const { data, info } = await open()
    .autoOrient()
    .resize({ width: widths.at(-1), withoutEnlargement: true })
    .toColorspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

  // Renditions are encoded in parallel, since each encoder uses only one core for such small images.
  const renditions = await Promise.all(
    widths.flatMap((width) => {
      const sized = () => (width === info.width ? pixels() : pixels().resize({ width }))
      // AVIF effort 2 takes an eighth of the time of sharp's default of 4 (168 ms at 720 pixels), and files are only 6 to 9 % larger.
      return [
        encode('image/avif', width, sized().avif({ quality: 45, effort: 2 })),
        encode('image/webp', width, sized().webp({ quality: 78 })),
      ]
    }),
  )

  async function encode(type: Rendition['type'], width: number, picture: Sharp): Promise<Rendition> {
    return { type, width, content: await picture.toBuffer() }
  }
  return { placeholder: await makePlaceholder(pixels), brightness: await measureBrightness(pixels), renditions }
}

/** Returns the brightness, 0 to 1, that only 2 % of an image's pixels exceed. */
async function measureBrightness(pixels: () => Sharp): Promise<number> {
  const data = await pixels()
    .resize({ width: 96, height: 96, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColorspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer()
  const values = [...data].toSorted((a, b) => a - b)
  return Math.round((100 * (values[Math.floor(0.98 * (values.length - 1))] ?? 255)) / 255) / 100
}

/** Widths of a site's icon in pixels: for lists and browser tabs, and for the home screen of a phone. */
const ICON_WIDTHS = [192, 512]
/** Share of an icon that its logo fills, so that the icon mask of a phone doesn't cut off the logo. */
const LOGO_SHARE = 0.6

/** Draws the icons of a site as PNG: its logo on a background color. @param open returns a new sharp instance that reads the logo */
export async function makeIcons(sharp: typeof Pictures, open: () => Sharp, ground: string) {
  return Promise.all(
    ICON_WIDTHS.map(async (width) => {
      const inner = Math.round(LOGO_SHARE * width)
      const logo = open().autoOrient().resize({ width: inner, height: inner, fit: 'inside' }).toColorspace('srgb')
      const icon = sharp({ create: { width, height: width, channels: 3, background: ground } }).composite([
        { input: await logo.png().toBuffer() },
      ])
      return { width, content: await icon.png({ compressionLevel: 9 }).toBuffer() }
    }),
  )
}

/**
 * Shape of an additional JPEG: a square as required by podcast directories (1400 to 3000 pixels), a cover in the display size of reading
 * apps, a thumbnail for their lists, or an image for shared links.
 */
export type JpegShape = 'square' | 'cover' | 'thumbnail' | 'share'

const JPEG_SIZES = {
  square: { width: 1400, height: 1400, fit: 'cover' },
  cover: { width: 480, withoutEnlargement: true },
  thumbnail: { width: 160, withoutEnlargement: true },
  share: { ...SHARE_PICTURE, fit: 'cover' },
} as const

export async function makeJpeg(open: () => Sharp, shape: JpegShape): Promise<Uint8Array> {
  const upright = open().autoOrient().resize(JPEG_SIZES[shape])
  return upright.flatten({ background: '#ffffff' }).toColorspace('srgb').jpeg({ quality: 80 }).toBuffer()
}

async function makePlaceholder(pixels: () => Sharp) {
  for (const [size, quality] of [
    [16, 30],
    [12, 20],
    [8, 10],
  ] as const) {
    const data = await pixels()
      .resize({ width: size, height: size, fit: 'inside' })
      .blur(0.8)
      .webp({ quality, alphaQuality: 30, effort: 6 })
      .toBuffer()
    const url = `data:image/webp;base64,${data.toString('base64')}`
    if (url.length <= PLACEHOLDER_LENGTH) return url
  }
  // The fallback is a transparent pixel, if no placeholder is small enough.
  return 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
}
