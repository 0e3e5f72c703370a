import type Pictures from 'sharp'
import type { Region, Sharp } from 'sharp'

/** Greatest alpha value, of 255, that counts as transparent. Programs leave traces around a drawing that nobody sees. */
const TRANSPARENT_ALPHA = 8

/**
 * Finds the part of an image that is not a transparent margin, after the rotation that its EXIF orientation specifies. An image that is
 * transparent throughout is visible in full.
 * @param open returns a new sharp instance that reads the image, which has an alpha channel
 */
export async function findVisiblePart(sharp: typeof Pictures, open: () => Sharp): Promise<Region> {
  // The colors of transparent pixels are arbitrary, so only the alpha channel is examined.
  const alpha = await open().autoOrient().extractChannel('alpha').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  const { width, height } = alpha.info
  const { info } = await sharp(alpha.data, { raw: { width, height, channels: 1 } })
    // Without `lineArt`, lines of a single pixel count as noise.
    .trim({ background: '#000000', threshold: TRANSPARENT_ALPHA, lineArt: true })
    .toColorspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { left: -(info.trimOffsetLeft ?? 0), top: -(info.trimOffsetTop ?? 0), width: info.width, height: info.height }
}
