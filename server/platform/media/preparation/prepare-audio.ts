import { open } from 'node:fs/promises'
import { InspectionError } from '#server/platform/media/inspection/inspection-errors.ts'
import { inspect } from '#server/platform/media/inspection/inspector.ts'
import type { UploadedFile } from '#server/platform/media/intake/receive-file.ts'
import type { PreparedAudio } from '#server/platform/media/store/media-asset.ts'
import { unreadableFile, wrongFileType } from '#server/platform/problems.ts'
import { preparedOriginal } from './prepared-file.ts'

/** Reads the duration of a recording. Throws a problem (400) for the field. The file is not moved. */
export async function prepareAudio(file: UploadedFile): Promise<PreparedAudio> {
  try {
    const { durationSeconds } = await inspect({ kind: 'audio', path: file.path, type: file.type })
    return { kind: 'audio', files: [preparedOriginal(file, await extensionOf(file))], details: { durationSeconds } }
  } catch (error) {
    if (!(error instanceof InspectionError)) throw error
    throw error.wrongKind
      ? wrongFileType(file.field, error.message)
      : unreadableFile(file.field, `This recording can’t be used. ${error.message}`)
  }
}

/** Audio books have their own extension, but the same format as music. */
async function extensionOf({ path, type }: UploadedFile) {
  if (type !== 'audio/mp4') return undefined
  const file = await open(path, 'r')
  const { buffer } = await file.read({ buffer: Buffer.alloc(12), position: 0 })
  await file.close()
  return buffer.toString('latin1', 8, 12).startsWith('M4B') ? 'm4b' : undefined
}
