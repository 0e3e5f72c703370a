import sharp, { type Metadata, type Region } from 'sharp'
import type { MediaType } from '#contracts/common/file-formats.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { findVisiblePart } from './find-visible-part.ts'
import { type JpegShape, makeIcons, makeJpeg, makeRenditions } from './image-renditions.ts'

/**
 * Task of reading an image. Without `renditions`, the image is only validated. `widths` are the widths of the renditions, by default those
 * of catalogue items; `jpeg` is the shape of an additional JPEG, to which a thumbnail of a `cover` is added, and `iconGround` the
 * background color of additional icons. With `trim`, transparent margins are not part of what is created.
 */
export type ImageTask = {
  content: Uint8Array
  type: MediaType
  pixelLimit: number
  renditions: boolean
  trim?: boolean
  widths?: readonly number[]
  jpeg?: JpegShape
  iconGround?: string
}

export const LEAST_SIDE = 16
const GREATEST_RATIO = 5
/** Width to which validation scales an image, so that the image is decoded in the same way as for a rendition. */
const CHECKED_WIDTH = 480

// sharp caches nothing between images. Only its loaders that read the accepted types from memory stay enabled, and none that reads a path.
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
export const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
sharp.unblock({ operation: LOADERS })

/** Validates a still image and creates its renditions. Runs in the sandbox process, which receives the bytes of the image but no path. */
export async function readImage({ content, type, pixelLimit, renditions, trim, widths, jpeg: shape, iconGround }: ImageTask) {
  const full = await readHeader(content, type, pixelLimit)
  const openFull = () => sharp(content, { failOn: 'error', limitInputPixels: pixelLimit })
  try {
    const visible = trim && full.hasAlpha ? keepWithinLimits(await findVisiblePart(sharp, openFull), full) : undefined
    const open = () => (visible ? openFull().autoOrient().extract(visible) : openFull())
    const { width, height } = visible ?? full
    const jpeg = shape && {
      jpeg: await makeJpeg(open, shape),
      ...(shape === 'cover' && renditions && { thumbnail: await makeJpeg(open, 'thumbnail') }),
    }
    const icons = iconGround !== undefined && { icons: await makeIcons(sharp, open, iconGround) }
    if (renditions) return { width, height, ...(await makeRenditions(sharp, open, width, widths)), ...jpeg, ...icons }
    if (jpeg) return { width, height, placeholder: '', renditions: [], ...jpeg }
    await open()
      .resize({ width: Math.min(width, CHECKED_WIDTH) })
      .raw()
      .toBuffer()
    return { width, height, placeholder: '', renditions: [] }
  } catch {
    throw new InvalidFileError('This image is damaged or incomplete. Save it again and choose the new file.')
  }
}

/** Validates the header of an image and returns the image's size after the rotation that its EXIF orientation specifies. */
async function readHeader(content: Uint8Array, type: MediaType, pixelLimit: number) {
  // sharp's own pixel limit is disabled, so that the error message can explain the server's limit.
  const metadata = await sharp(content, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new InvalidFileError('This image is damaged. Save it again and choose the new file.')
    })
  if (typeOf(metadata) !== type) throw new InvalidFileError('Choose a JPEG, PNG, WebP or AVIF image.', { wrongKind: true })
  if ((metadata.pages ?? 1) > 1) throw new InvalidFileError('This image is animated. Choose a still image.', { wrongKind: true })

  const { width, height } = metadata.autoOrient
  const refuse = (requirement: string) => new InvalidFileError(`This image has ${width} × ${height} pixels. Choose one ${requirement}`)
  if (width * height > pixelLimit) throw refuse(`with at most ${Math.floor(pixelLimit / 1e6)} million pixels in total.`)
  if (Math.min(width, height) < LEAST_SIDE) throw refuse(`with at least ${LEAST_SIDE} pixels on each side.`)
  if (Math.max(width, height) > GREATEST_RATIO * Math.min(width, height))
    throw refuse(`whose longer side is at most ${GREATEST_RATIO} times the shorter side.`)
  return { width, height, hasAlpha: metadata.hasAlpha }
}

/** Extends a part of an image evenly, within the image, until an image of its size would be accepted. */
function keepWithinLimits({ left, top, width, height }: Region, full: { width: number; height: number }): Region {
  const least = Math.max(LEAST_SIDE, Math.ceil(Math.max(width, height) / GREATEST_RATIO))
  const extend = (start: number, length: number, limit: number) => {
    const extended = Math.max(length, least)
    return { start: Math.min(Math.max(0, start - Math.floor((extended - length) / 2)), limit - extended), length: extended }
  }
  const [across, down] = [extend(left, width, full.width), extend(top, height, full.height)]
  return { left: across.start, top: down.start, width: across.length, height: down.length }
}

function typeOf({ format, compression }: Metadata): MediaType | undefined {
  if (format === 'heif') return compression === 'av1' ? 'image/avif' : undefined
  return format === 'jpeg' || format === 'png' || format === 'webp' ? `image/${format}` : undefined
}
