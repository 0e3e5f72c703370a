import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inspect } from '#server/platform/media/inspection/inspector.ts'
import type { UploadedFile } from '#server/platform/media/intake/receive-file.ts'
import type { PreparedFile, PreparedImage } from '#server/platform/media/store/media-asset.ts'
import { prepareBytes, preparedOriginal, refuseFor } from './prepared-file.ts'

/** The largest pictures take a tenth of it. */
const WORK_MS = 30_000

/**
 * Validates a still picture and writes its renditions to a new folder beside it or in `folder`: upright, in sRGB, without metadata. The
 * original keeps its metadata, which may include the place. Throws a problem (400, 415) for the field.
 */
export async function prepareImage(
  file: UploadedFile,
  { folder = dirname(file.path), pixelLimit }: { folder?: string; pixelLimit: number },
): Promise<PreparedImage> {
  const { width, height, placeholder, renditions } = await inspectImage(file, { renditions: true, pixelLimit })
  const ownFolder = await mkdtemp(join(folder, 'renditions-'))
  const files: PreparedFile[] = []
  const sources: PreparedImage['details']['sources'] = []
  try {
    // One after the other, so that no write is pending when a full disk fails one.
    for (const { type, width, content } of renditions) {
      const rendition = await prepareBytes(content, { folder: ownFolder, type, role: 'rendition' })
      files.push(rendition)
      sources.push({ type, width, path: rendition.key })
    }
  } catch (error) {
    await rm(ownFolder, { recursive: true, force: true })
    throw error
  }
  return { kind: 'image', files: [preparedOriginal(file), ...files], details: { width, height, placeholder, sources } }
}

/** Validates a picture as `prepareImage` does, without making renditions. */
export async function checkImage(file: UploadedFile, { pixelLimit }: { pixelLimit: number }): Promise<void> {
  await inspectImage(file, { renditions: false, pixelLimit })
}

async function inspectImage({ path, type, field }: UploadedFile, options: { renditions: boolean; pixelLimit: number }) {
  // The inspecting process can open no file, so it is sent the bytes.
  const read = async () => ({ kind: 'image' as const, content: await readFile(path), type, ...options })
  return inspect(read, { workMs: WORK_MS }).catch(refuseFor(field))
}
