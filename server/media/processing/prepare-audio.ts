import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { MEDIA_TYPES, type MediaType } from '#contracts/common/file-formats.ts'
import { findCoding } from '#server/media/audio/audio-codings.ts'
import { CONVERTED_TYPE, convertRecording, planFor } from '#server/media/audio/convert-recording.ts'
import type { Edit } from '#server/media/audio/edit.ts'
import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import { readSoundHead } from '#server/media/audio/leading-tags.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedAudio, PreparedFile } from '#server/media/store/media-asset.ts'
import { describeType, detectType, explainWrongType, HEAD_BYTES } from '#server/media/upload/media-type.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { wrongFileType } from '#server/platform/problems.ts'
import { cutPreview } from './cut-preview.ts'
import { preparedOriginal, prepareWritten, refuseFor } from './prepared-file.ts'

/** Time limit for creating a preview. Only the beginning of a file is read, but in a crafted file the audio may be slow to find. */
const PREVIEW_MS = 20_000
/** Time limit for rewriting a recording; an hour of audio takes about a second. */
const WRITING_MS = 60_000
/** Time limit for joining the recordings of an audiobook of a hundred hours. */
const JOINING_MS = 180_000
const UNUSABLE = 'This recording can’t be used. '

/**
 * Checks a recording without changing it. `file` is the recording, or a copy of it without foreign tags. Throws a problem (400) for the
 * field if the recording is damaged, or if browsers don't play its codec and conversion is impossible.
 */
export async function inspectAudio(uploaded: UploadedFile, ffmpeg: Pick<Ffmpeg, 'canWrite'>) {
  const refuse = refuseFor(uploaded.field, UNUSABLE)
  const joined = uploaded.type === 'application/zip' ? await joinFiles(uploaded).catch(refuse) : undefined
  const file = joined?.file ?? (await withoutForeignTags(uploaded))
  const found = await runSandboxTask({ kind: 'audio', path: file.path, type: file.type }).catch(refuse)
  const coding = findCoding(file.type, found.coding)
  const plan = await planFor(coding, found.durationSeconds, ffmpeg).catch(refuse)
  return { ...found, ...(joined && { chapters: joined.chapters }), file, coding, plan }
}

/** Joins the recordings of an archive to one recording in the folder of the uploaded file. */
async function joinFiles(uploaded: UploadedFile) {
  const { path } = uploaded
  const folder = dirname(path)
  const target = join(folder, `${randomUUID()}.part`)
  const scratch = join(folder, `${randomUUID()}.part`)
  const task = { kind: 'joined-recordings', path, target, scratch } as const
  const { type, chapters } = await runSandboxTask(task, { writable: folder, workMs: JOINING_MS })
  await rm(scratch, { force: true })
  return { file: { ...uploaded, path: target, type, bytes: (await stat(target)).size }, chapters }
}

/**
 * Returns a recording without ID3 tags, which some programs write before FLAC and other formats with their own tags, and without zeros
 * before an MP3. Players and the file type check require audio at the beginning. The copy is written to the folder of the uploaded file.
 */
async function withoutForeignTags(file: UploadedFile): Promise<UploadedFile> {
  if (file.type !== 'audio/mpeg') return file
  const { at, head, zeros } = await readSoundHead(file.path, HEAD_BYTES)
  const type = at > 0 ? detectType(head) : 'audio/mpeg'
  const isAudio = type && MEDIA_TYPES[type].format === 'audio'
  // A damaged tag may have a wrong end, so the type of the bytes after the tag may be unknown.
  if (!isAudio && describeType(head)) throw wrongFileType(file.field, explainWrongType('audio', head))
  const start = isAudio && type !== 'audio/mpeg' ? at : zeros
  if (start === 0) return file
  const path = await writeEdited(file.path, [{ at: 0, replaces: start, content: new Uint8Array() }])
  return { ...file, path, type: isAudio ? type : file.type, bytes: file.bytes - start }
}

/**
 * Reads the duration and the chapters of a recording, and prepares the stored file. A recording that browsers can't play is converted; an
 * MP3 gets a seek table if required; timestamps that don't begin at zero are corrected. With `preview`, a preview is created as well, if
 * possible. Files are written to the folder of the uploaded file, which is not moved.
 */
export async function prepareAudio(
  uploaded: UploadedFile,
  { preview, ffmpeg }: { preview: boolean; ffmpeg: Ffmpeg },
): Promise<PreparedAudio> {
  const folder = dirname(uploaded.path)
  const found = await inspectAudio(uploaded, ffmpeg)
  const original = (await writePlayable(found, { folder, ffmpeg })) ?? (await prepareUnchanged(found.file, uploaded))
  const cut = preview ? await cutRecordingPreview(original.path, { folder, type: original.type as MediaType }) : undefined
  return {
    kind: 'audio',
    files: [original, ...(cut ? [cut] : [])],
    details: {
      durationSeconds: found.durationSeconds,
      chapters: found.chapters,
      ...(original.path !== uploaded.path && { uploadSha256: uploaded.sha256 }),
    },
  }
}

type FoundAudio = Awaited<ReturnType<typeof inspectAudio>>

async function prepareUnchanged(file: UploadedFile, uploaded: UploadedFile): Promise<PreparedFile> {
  if (file.path !== uploaded.path) return prepareWritten(file.path, { type: file.type, role: 'original' })
  return preparedOriginal(file, await extensionOf(file))
}

/** Writes a recording in a format that browsers play. Returns undefined if browsers play the original. */
async function writePlayable(
  { file, plan, edits, isOffClock, durationSeconds, rate = 44_100, channels = 2 }: FoundAudio,
  { folder, ffmpeg }: { folder: string; ffmpeg: Ffmpeg },
): Promise<PreparedFile | undefined> {
  const { type, bytes, field } = file
  const path = edits ? await writeEdited(file.path, edits) : file.path
  const target = join(folder, `${randomUUID()}.part`)
  if (plan === 'converted') {
    await convertRecording(ffmpeg, { path, type, bytes, durationSeconds, rate, channels }, target).catch(refuseFor(field, UNUSABLE))
    return prepareWritten(target, { type: CONVERTED_TYPE, role: 'original' })
  }
  if (!isOffClock) return edits && prepareWritten(path, { type, role: 'original' })
  const writing = runSandboxTask({ kind: 'audio', path, type, target }, { writable: folder, workMs: WRITING_MS })
  await writing.catch(refuseFor(field, UNUSABLE))
  return prepareWritten(target, { type, role: 'original' })
}

/** Copies a recording with edits in ascending order to a new file in the same folder. All other bytes stay unchanged. */
async function writeEdited(path: string, edits: Edit[]): Promise<string> {
  const target = join(dirname(path), `${randomUUID()}.part`)
  async function* parts() {
    let start = 0
    for (const { at, replaces, content } of edits) {
      if (at > start) yield* createReadStream(path, { start, end: at - 1 })
      yield content
      start = at + replaces
    }
    yield* createReadStream(path, { start })
  }
  await pipeline(parts, createWriteStream(target, { flags: 'wx' }))
  return target
}

/**
 * Writes the beginning of a recording to a file in `folder`. Returns undefined if no preview can be created.
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

/** Returns the file extension of a recording: MP4 audiobooks have the extension `m4b`, although their format is that of other MP4 audio. */
async function extensionOf({ path, type }: UploadedFile) {
  if (type !== 'audio/mp4') return undefined
  return (await text(createReadStream(path, { start: 8, end: 10 }))) === 'M4B' ? 'm4b' : undefined
}
