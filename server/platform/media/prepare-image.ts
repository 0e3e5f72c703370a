import { dirname } from 'node:path'
import type { Metadata, Sharp } from 'sharp'
import { ProblemError, unreadable, wrongType } from '#server/platform/http/problems.ts'
import { makeRenditions } from './image-renditions.ts'
import { loadSharp } from './load-sharp.ts'
import type { PreparedImage } from './media-asset.ts'
import type { MediaType } from './media-type.ts'
import { preparedOriginal } from './prepared-file.ts'
import { createQueue } from './queue.ts'
import type { UploadedFile } from './uploaded-file.ts'

const LEAST_SIDE = 16
const GREATEST_RATIO = 5
const SECONDS = 30

/** One picture at a time already uses every core. */
const inTurn = createQueue(1)

/**
 * Checks a still picture and makes its renditions beside it or in `folder`: upright, in sRGB, without the camera's metadata. The
 * original keeps its metadata, which may say where it was taken. Refuses with a problem (400, 415) that names the field.
 */
export function prepareImage(
  file: UploadedFile,
  { folder = dirname(file.path), pixelLimit }: { folder?: string; pixelLimit: number },
): Promise<PreparedImage> {
  return inTurn(async () => {
    const { width, height } = await readHeader(file, pixelLimit)
    const open = await pixelReader(file, pixelLimit)
    const { placeholder, renditions } = await readingPixels(file.field, () => makeRenditions(open, { width, folder }))
    const sources = renditions.map(({ file: { key }, type, width }) => ({ type, width, path: key }))
    return {
      kind: 'image',
      files: [preparedOriginal(file), ...renditions.map(({ file }) => file)],
      details: { width, height, placeholder, sources },
    }
  })
}

/** Refuses what `prepareImage` would refuse, and makes nothing. */
export function checkImage(file: UploadedFile, { pixelLimit }: { pixelLimit: number }): Promise<void> {
  return inTurn(async () => {
    const { width } = await readHeader(file, pixelLimit)
    const open = await pixelReader(file, pixelLimit)
    // A rendition's width: the decoder takes the same way through the file.
    await readingPixels(file.field, () =>
      open()
        .resize({ width: Math.min(width, 480) })
        .raw()
        .toBuffer(),
    )
  })
}

/** Opens the file anew at each call. */
async function pixelReader({ path }: UploadedFile, pixelLimit: number): Promise<() => Sharp> {
  const sharp = await loadSharp()
  return () => sharp(path, { failOn: 'error', limitInputPixels: pixelLimit }).timeout({ seconds: SECONDS })
}

/** The header only; returns the upright size. */
async function readHeader({ path, field, type }: UploadedFile, pixelLimit: number) {
  const sharp = await loadSharp()
  // The limit is ours to explain, so that sharp's own is off for reading the header.
  const metadata = await sharp(path, { failOn: 'error', limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable(field, 'This picture is damaged. Save it again and choose the new file.')
    })
  if (typeOf(metadata) !== type) throw wrongType(field, 'Choose a JPEG, PNG, WebP or AVIF picture.')
  if ((metadata.pages ?? 1) > 1) throw wrongType(field, 'This picture moves. Choose a still picture.')

  const { width, height } = metadata.autoOrient
  if (width * height > pixelLimit) {
    throw unreadable(
      field,
      `This picture has ${width} × ${height} pixels. Choose one of at most ${Math.floor(pixelLimit / 1e6)} million pixels in all.`,
    )
  }
  if (Math.min(width, height) < LEAST_SIDE) {
    throw unreadable(field, `This picture has ${width} × ${height} pixels. Choose one of at least ${LEAST_SIDE} pixels each way.`)
  }
  if (Math.max(width, height) > GREATEST_RATIO * Math.min(width, height)) {
    throw unreadable(
      field,
      `This picture has ${width} × ${height} pixels. Choose one that is at most ${GREATEST_RATIO} times as long as it is wide.`,
    )
  }
  return { width, height }
}

function typeOf({ format, compression }: Metadata): MediaType | undefined {
  if (format === 'heif') return compression === 'av1' ? 'image/avif' : undefined
  return format === 'jpeg' || format === 'png' || format === 'webp' ? `image/${format}` : undefined
}

async function readingPixels<Result>(field: string, read: () => Promise<Result>) {
  try {
    return await read()
  } catch (error) {
    // A full disk is our trouble, everything else that sharp says is about the picture.
    if (error instanceof ProblemError || (error instanceof Error && 'syscall' in error)) throw error
    throw unreadable(field, 'This picture is damaged or incomplete. Save it again and choose the new file.')
  }
}
