import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MediaType } from '#contracts/common/file-formats.ts'
import { asFault } from '#server/media/file-errors.ts'
import type { JpegShape } from '#server/media/image/image-renditions.ts'
import type { ImageTask } from '#server/media/image/read-image.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedFile, PreparedImage } from '#server/media/store/media-asset.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { prepareBytes, preparedOriginal, refuseFor } from './prepared-file.ts'

/** Time limit for an image; the largest images take a tenth of this time. */
const WORK_MS = 30_000

/**
 * Validates a still image and writes its renditions to a new folder in `folder`, by default the folder of the image. Renditions are rotated
 * by the image's EXIF orientation, in sRGB, and without metadata, while the original retains its metadata, which may include a location.
 * `jpeg` adds a JPEG of this shape, and the thumbnail of a cover; `iconGround` adds icons on this background color;
 * `trim` omits transparent margins. Throws a problem (400, 415) for the field.
 */
export async function prepareImage(
  file: UploadedFile,
  { folder = dirname(file.path), jpeg: shape, ...options }: Omit<ImageOptions, 'renditions'> & { folder?: string },
): Promise<PreparedImage & { brightness: number }> {
  const prepared = await inspectImage(file, { ...options, renditions: true, jpeg: shape })
  const { width, height, placeholder, brightness = 1, renditions, jpeg, thumbnail, icons = [] } = prepared
  const ownFolder = await mkdtemp(join(folder, 'renditions-'))
  const files: PreparedFile[] = []
  const sources: PreparedImage['details']['sources'] = []
  try {
    // Files are written one after another, so that no write is pending when one fails on a full disk.
    for (const { type, width, content } of renditions) {
      const rendition = await prepareBytes(content, { folder: ownFolder, type, role: 'rendition' })
      files.push(rendition)
      sources.push({ type, width, path: rendition.key })
    }
    if (jpeg) files.push(await prepareBytes(jpeg, { folder: ownFolder, type: 'image/jpeg', role: 'jpeg' }))
    if (thumbnail) files.push(await prepareBytes(thumbnail, { folder: ownFolder, type: 'image/jpeg', role: 'thumbnail' }))
    // The smaller icon comes first.
    for (const { content } of icons) files.push(await prepareBytes(content, { folder: ownFolder, type: 'image/png', role: 'icon' }))
  } catch (error) {
    await rm(ownFolder, { recursive: true, force: true })
    throw error
  }
  return { kind: 'image', files: [preparedOriginal(file), ...files], details: { width, height, placeholder, sources }, brightness }
}

/** Validates an image as `prepareImage` does, without creating renditions. */
export async function checkImage(file: UploadedFile, { pixelLimit }: { pixelLimit: number }): Promise<void> {
  await inspectImage(file, { renditions: false, pixelLimit })
}

/**
 * Creates only a JPEG, in `folder`, of an image that was published by a version that didn't create it. Returns undefined if the image
 * can't be read.
 * @param read returns the image's bytes; called when the sandbox process is free
 */
export async function prepareJpeg(
  read: () => Promise<Buffer>,
  {
    folder,
    type,
    pixelLimit,
    jpeg: shape,
    role,
  }: { folder: string; type: MediaType; pixelLimit: number; jpeg: JpegShape; role: 'jpeg' | 'thumbnail' },
): Promise<PreparedFile | undefined> {
  try {
    const task = async () => ({ kind: 'image' as const, content: await read(), type, pixelLimit, renditions: false, jpeg: shape })
    const { jpeg } = await runSandboxTask(task, { workMs: WORK_MS })
    return jpeg && (await prepareBytes(jpeg, { folder, type: 'image/jpeg', role }))
  } catch (error) {
    asFault(error)
  }
}

type ImageOptions = Omit<ImageTask, 'content' | 'type'>

async function inspectImage({ path, type, field }: UploadedFile, options: ImageOptions) {
  // The bytes are sent to the sandbox process, which can't open files.
  const read = async () => ({ kind: 'image' as const, content: await readFile(path), type, ...options })
  return runSandboxTask(read, { workMs: WORK_MS }).catch(refuseFor(field))
}
