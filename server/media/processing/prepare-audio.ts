import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { findCoding } from '#server/media/audio/audio-codings.ts'
import { CONVERTED_TYPE, convertRecording, planFor } from '#server/media/audio/convert-recording.ts'
import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import type { SeekTable } from '#server/media/audio/read-mp3.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedAudio, PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaType } from '#server/media/upload/media-type.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { cutPreview } from './cut-preview.ts'
import { preparedOriginal, prepareWritten, refuseFor } from './prepared-file.ts'

/** Time limit for cutting a preview. Only the beginning is read, but a file may be crafted so that finding it takes long. */
const PREVIEW_MS = 20_000
/** Time limit for rewriting a recording; an hour of audio takes about a second. */
const WRITING_MS = 60_000
const UNUSABLE = 'This recording can’t be used. '

/**
 * Reads a recording without changing anything. Throws a problem (400) for the field if the recording is damaged, or if browsers don't play
 * its codec and it can't be converted.
 */
export async function inspectAudio(file: UploadedFile, ffmpeg: Pick<Ffmpeg, 'canWrite'>) {
  const refuse = refuseFor(file.field, UNUSABLE)
  const found = await runSandboxTask({ kind: 'audio', path: file.path, type: file.type }).catch(refuse)
  const coding = findCoding(file.type, found.coding)
  const plan = await planFor(coding, found.durationSeconds, ffmpeg).catch(refuse)
  return { ...found, coding, plan }
}

/**
 * Reads the duration and the chapters of a recording. A recording that browsers can't play is converted, an MP3 gets a seek table if
 * players need one that the file lacks, and timestamps that don't begin at zero are corrected. With `preview`, also cuts the beginning, if
 * possible. Files are written beside the uploaded file, which is not moved.
 */
export async function prepareAudio(file: UploadedFile, { preview, ffmpeg }: { preview: boolean; ffmpeg: Ffmpeg }): Promise<PreparedAudio> {
  const folder = dirname(file.path)
  const found = await inspectAudio(file, ffmpeg)
  const original = (await writePlayable(file, found, { folder, ffmpeg })) ?? preparedOriginal(file, await extensionOf(file))
  const cut = preview ? await cutRecordingPreview(original.path, { folder, type: original.type as MediaType }) : undefined
  return {
    kind: 'audio',
    files: [original, ...(cut ? [cut] : [])],
    details: {
      durationSeconds: found.durationSeconds,
      chapters: found.chapters,
      ...(original.path !== file.path && { uploadSha256: file.sha256 }),
    },
  }
}

type FoundAudio = Awaited<ReturnType<typeof inspectAudio>>

/** Writes the recording in a format that browsers play. Returns undefined if they play the uploaded file. */
async function writePlayable(
  file: UploadedFile,
  { plan, seekTable, isOffClock, durationSeconds, rate = 44_100, channels = 2 }: FoundAudio,
  { folder, ffmpeg }: { folder: string; ffmpeg: Ffmpeg },
): Promise<PreparedFile | undefined> {
  const { path, type, bytes, field } = file
  if (seekTable) return addSeekTable(file, seekTable, folder)
  const target = join(folder, `${randomUUID()}.part`)
  if (plan === 'converted') {
    await convertRecording(ffmpeg, { path, type, bytes, durationSeconds, rate, channels }, target).catch(refuseFor(field, UNUSABLE))
    return prepareWritten(target, { type: CONVERTED_TYPE, role: 'original' })
  }
  if (plan === 'plays' && !isOffClock) return undefined
  const writing = runSandboxTask({ kind: 'audio', path, type, target }, { writable: folder, workMs: WRITING_MS })
  await writing.catch(refuseFor(field, UNUSABLE))
  return prepareWritten(target, { type, role: 'original' })
}

/** Copies an MP3 and adds a seek table. The bytes of its audio and its tags stay unchanged. */
async function addSeekTable({ path, type }: UploadedFile, { at, replaces, content }: SeekTable, folder: string): Promise<PreparedFile> {
  const target = join(folder, `${randomUUID()}.part`)
  async function* parts() {
    if (at > 0) yield* createReadStream(path, { end: at - 1 })
    yield content
    yield* createReadStream(path, { start: at + replaces })
  }
  await pipeline(parts, createWriteStream(target, { flags: 'wx' }))
  return prepareWritten(target, { type, role: 'original' })
}

/**
 * Cuts the beginning of a recording to a file in `folder`. Returns undefined if it can't be cut.
 * @param source a path, or the stream of a stored file
 */
export async function cutRecordingPreview(
  source: string | Readable,
  { folder, type }: { folder: string; type: MediaType },
): Promise<PreparedFile | undefined> {
  return cutPreview(source, {
    folder,
    type,
    write: async ({ path, target }) => {
      await runSandboxTask({ kind: 'recording-preview', path, type, target }, { writable: folder, workMs: PREVIEW_MS })
      return true
    },
  })
}

/** Returns the extension of an MP4 audiobook, which has the same format as music. */
async function extensionOf({ path, type }: UploadedFile) {
  if (type !== 'audio/mp4') return undefined
  return (await text(createReadStream(path, { start: 8, end: 10 }))) === 'M4B' ? 'm4b' : undefined
}
