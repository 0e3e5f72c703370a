import sharp from 'sharp'
import { TEXT_IMAGE_WIDTHS } from '#contracts/reading/book-reflow.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { makeRenditions } from './image-renditions.ts'
import { LEAST_SIDE, LOADERS } from './read-image.ts'

/** Task of creating the renditions of an image in a text. */
export type TextImageTask = { content: Uint8Array; pixelLimit: number; isInText: true }

const WIDEST = Math.max(...TEXT_IMAGE_WIDTHS)
/** Pixels per inch at which an SVG has its stated size, and the bounds between which it is scaled */
const USUAL_DENSITY = 72
const MIN_DENSITY = 1
const MAX_DENSITY = 2400
const FORMATS = ['jpeg', 'png', 'webp', 'heif', 'gif', 'svg']

sharp.unblock({ operation: [...LOADERS, 'VipsForeignLoadNsgifBuffer', 'VipsForeignLoadSvgBuffer'] })

/**
 * Creates the renditions of an image in a text. It may have any shape, such as a line of mathematics. Animations are represented by their
 * first frame, and drawings (SVG) are drawn sharp at the greatest width; libvips loads nothing that a drawing refers to.
 * @throws InvalidFileError for a damaged image, or one that is too small to be more than an ornament
 */
export async function readTextImage({ content, pixelLimit }: TextImageTask) {
  try {
    const { format, autoOrient } = await sharp(content, { limitInputPixels: false }).metadata()
    const { width, height } = autoOrient
    const scale = format === 'svg' ? Math.min(Math.max(MIN_DENSITY, USUAL_DENSITY * (WIDEST / width)), MAX_DENSITY) / USUAL_DENSITY : 1
    const isUsable = FORMATS.includes(format) && Math.min(width, height) >= LEAST_SIDE && width * height * scale ** 2 <= pixelLimit
    if (!isUsable) throw new InvalidFileError('This image can’t be shown in a text.')
    const open = () => sharp(content, { failOn: 'error', limitInputPixels: pixelLimit, density: USUAL_DENSITY * scale })
    return { width, height, ...(await makeRenditions(sharp, open, Math.floor(width * scale), TEXT_IMAGE_WIDTHS)) }
  } catch (error) {
    throw InvalidFileError.is(error) ? error : new InvalidFileError('This image is damaged.')
  }
}
