import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unreadable, wrongType } from '#server/platform/http/problems.ts'
import { InspectionError } from './inspection-process.ts'
import { inspect } from './inspector.ts'
import type { PreparedImage } from './media-asset.ts'
import { preparedOriginal, prepareWritten } from './prepared-file.ts'
import type { UploadedFile } from './uploaded-file.ts'

/** The largest pictures take a tenth of it; encoding takes most. */
const WORK_MS = 30_000

/**
 * Checks a still picture and makes its renditions in a folder of their own beside it or in `folder`: upright, in sRGB, without
 * the camera's metadata. The original keeps its metadata, which may say where it was taken. Refuses with a problem (400, 415)
 * that names the field.
 */
export async function prepareImage(
  file: UploadedFile,
  { folder = dirname(file.path), pixelLimit }: { folder?: string; pixelLimit: number },
): Promise<PreparedImage> {
  const ownFolder = await mkdtemp(join(folder, 'renditions-'))
  try {
    const { width, height, placeholder, renditions } = await inspectImage(file, { folder: ownFolder, pixelLimit })
    const prepared = await Promise.all(
      renditions.map(async ({ name, type, width }) => {
        const rendition = await prepareWritten(join(ownFolder, name), { type, role: 'rendition' })
        return { rendition, source: { type, width, path: rendition.key } }
      }),
    )
    return {
      kind: 'image',
      files: [preparedOriginal(file), ...prepared.map(({ rendition }) => rendition)],
      details: { width, height, placeholder, sources: prepared.map(({ source }) => source) },
    }
  } catch (error) {
    await rm(ownFolder, { recursive: true, force: true })
    throw error
  }
}

/** Refuses what `prepareImage` would refuse, and makes nothing. */
export async function checkImage(file: UploadedFile, { pixelLimit }: { pixelLimit: number }): Promise<void> {
  await inspectImage(file, { pixelLimit })
}

async function inspectImage({ path, type, field }: UploadedFile, { folder, pixelLimit }: { folder?: string; pixelLimit: number }) {
  const options = { workMs: WORK_MS, ...(folder && { writable: folder }) }
  return inspect({ kind: 'image', path, type, pixelLimit, folder }, options).catch((error) => {
    if (!(error instanceof InspectionError)) throw error
    throw error.wrongKind ? wrongType(field, error.message) : unreadable(field, error.message)
  })
}
