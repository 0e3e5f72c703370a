import { open } from 'node:fs/promises'
import { InspectionError } from '#server/platform/media/inspection/inspection-errors.ts'
import { inspect } from '#server/platform/media/inspection/inspector.ts'
import type { UploadedFile } from '#server/platform/media/intake/uploaded-file.ts'
import type { PreparedAudio } from '#server/platform/media/store/media-asset.ts'
import { unreadableFile, wrongFileType } from '#server/platform/problems.ts'
import { preparedOriginal } from './prepared-file.ts'

/** Reads the length of a recording. Refuses with a problem (400) that names the field. The file stays where it is. */
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

/** Audio books have an extension of their own; inside they are what music is. */
async function extensionOf({ path, type }: UploadedFile) {
  if (type !== 'audio/mp4') return undefined
  const file = await open(path, 'r')
  const { buffer } = await file.read({ buffer: Buffer.alloc(12), position: 0 })
  await file.close()
  return buffer.toString('latin1', 8, 12).startsWith('M4B') ? 'm4b' : undefined
}
