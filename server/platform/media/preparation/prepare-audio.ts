import { createReadStream } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { inspect } from '#server/platform/media/inspection/inspector.ts'
import { recordingPreviewSeconds } from '#server/platform/media/inspection/recording-preview-length.ts'
import type { MediaType } from '#server/platform/media/intake/media-type.ts'
import type { UploadedFile } from '#server/platform/media/intake/receive-file.ts'
import type { PreparedAudio, PreparedFile } from '#server/platform/media/store/media-asset.ts'
import { cutPreview } from './cut-preview.ts'
import { preparedOriginal, refuseFor } from './prepared-file.ts'

/** Only the beginning is read, but a file may be built so that finding it takes long. */
const PREVIEW_MS = 20_000

/**
 * Reads the duration of a recording and its chapters. With `preview`, also cuts its beginning to a file beside it or in `folder`, if possible. Throws a
 * problem (400) for the field. The uploaded file is not moved.
 */
export async function prepareAudio(
  file: UploadedFile,
  { folder = dirname(file.path), preview }: { folder?: string; preview: boolean },
): Promise<PreparedAudio> {
  const inspection = inspect({ kind: 'audio', path: file.path, type: file.type })
  const { durationSeconds, chapters } = await inspection.catch(refuseFor(file.field, 'This recording can’t be used. '))
  const cut = preview ? await cutRecordingPreview(file.path, { folder, type: file.type, durationSeconds }) : undefined
  return {
    kind: 'audio',
    files: [preparedOriginal(file, await extensionOf(file)), ...(cut ? [cut] : [])],
    details: { durationSeconds, chapters },
  }
}

/**
 * Cuts the beginning of a recording to a file in `folder`. Undefined when it can't be cut.
 * @param source a path, or the stream of a stored file
 */
export async function cutRecordingPreview(
  source: string | Readable,
  { folder, type, durationSeconds }: { folder: string; type: MediaType; durationSeconds: number },
): Promise<PreparedFile | undefined> {
  const seconds = recordingPreviewSeconds(durationSeconds)
  return cutPreview(source, {
    ...{ folder, type },
    write: async ({ path, target }) => {
      await inspect({ kind: 'recording-preview', path, type, target, seconds }, { writable: folder, workMs: PREVIEW_MS })
      return true
    },
  })
}

/** Audio books have their own extension, but the same format as music. */
async function extensionOf({ path, type }: UploadedFile) {
  if (type !== 'audio/mp4') return undefined
  return (await text(createReadStream(path, { start: 8, end: 10 }))) === 'M4B' ? 'm4b' : undefined
}
