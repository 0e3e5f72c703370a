import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { inspect } from '#server/platform/media/inspection/inspector.ts'
import type { UploadedFile } from '#server/platform/media/intake/receive-file.ts'
import type { PreparedAudio } from '#server/platform/media/store/media-asset.ts'
import { preparedOriginal, refuseFor } from './prepared-file.ts'

/** Reads the duration of a recording. Throws a problem (400) for the field. The file is not moved. */
export async function prepareAudio(file: UploadedFile): Promise<PreparedAudio> {
  const inspection = inspect({ kind: 'audio', path: file.path, type: file.type })
  const { durationSeconds } = await inspection.catch(refuseFor(file.field, 'This recording can’t be used. '))
  return { kind: 'audio', files: [preparedOriginal(file, await extensionOf(file))], details: { durationSeconds } }
}

/** Audio books have their own extension, but the same format as music. */
async function extensionOf({ path, type }: UploadedFile) {
  if (type !== 'audio/mp4') return undefined
  return (await text(createReadStream(path, { start: 8, end: 10 }))) === 'M4B' ? 'm4b' : undefined
}
