import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from '#server/media/audio/encode.ts'
import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import type { Recording } from '#server/media/audio/ffmpeg-input.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { isSpeech } from './is-speech.ts'
import { EDITION, type LowBitrateAudioStore } from './low-bitrate-audio.store.ts'

/** Bits per second. A low-bitrate recording gets two thirds of its own bitrate, at which Opus sounds the same. */
const SPEECH = 24_000
const MUSIC = 48_000
const LEAST = 12_000
const SHARE = 2 / 3
/** Opus in WebM, which all browsers play, Safari since version 17 (docs/decisions/0046). */
const LOW_BITRATE_TYPE = 'audio/webm'

/** Low-bitrate audio above this share of the recording's size saves too little to offer. */
const WORTHWHILE = 0.8

export type LowBitrateAudioMaker = ReturnType<typeof createLowBitrateAudioMaker>

/** Encodes and stores low-bitrate audio. Each new file raises the catalogue version, since pages and feeds link to it. */
export function createLowBitrateAudioMaker({
  library,
  publish,
  store,
  ffmpeg,
}: {
  library: MediaLibrary
  publish: PublishToCatalogue
  store: LowBitrateAudioStore
  ffmpeg: Ffmpeg
}) {
  /** Returns undefined when the recording was removed or the encoding saves too little. */
  async function encode(key: string, target: string, signal: AbortSignal): Promise<PreparedFile | undefined> {
    return library.withCopy(key, async (path) => {
      const found = await store.findRecording(key)
      if (!found) return undefined
      const recording = { ...found, path }
      await encodeLowBitrateAudio(ffmpeg, recording, { target, isSpeech: await isSpeech(ffmpeg, recording, signal), signal })
      const { size: bytes } = await stat(target)
      if (bytes > recording.bytes * WORTHWHILE) return undefined
      return { key: `${await hashFile(target)}.webm`, path: target, type: LOW_BITRATE_TYPE, bytes, role: 'light' }
    })
  }

  /** Stores the outcome unless a current asset exists; replaces one of another version. */
  async function save(key: string, light: PreparedFile | 'needless' | 'failed'): Promise<void> {
    // An outcome without a file is invisible to visitors, so the caches stay valid.
    const keep = typeof light === 'string' ? library.publish : publish
    await keep(async ({ transaction, add, addFile, drop }) => {
      if (!(await store.lockRecording(transaction, key))) return
      const former = await store.findAsset(transaction, key)
      if (former?.isCurrent) return
      if (former) await drop(former.id)
      const outcome = typeof light === 'string' ? light : 'made'
      const id = await add({ kind: 'light-sound', files: [], details: { edition: EDITION, outcome }, derivedFrom: key })
      if (typeof light !== 'string') await addFile(id, light, 'nobody')
    })
  }

  return {
    /** Encodes one recording; an unreadable recording is recorded as failed. @throws MissingMediaError */
    make: async (key: string, signal: AbortSignal): Promise<void> => {
      const target = join(library.tempFolder, `${randomUUID()}.webm`)
      try {
        const light = await encode(key, target, signal).catch((error: unknown) => {
          if (error instanceof InvalidFileError) return 'failed' as const
          throw error
        })
        await save(key, light ?? 'needless')
      } finally {
        await rm(target, { force: true })
      }
    },

    /** Removes low-bitrate audio and returns the number of recordings affected. */
    removeAssets: async (which: 'failed' | 'orphaned' | 'all'): Promise<number> => {
      const ids = await store.listAssets(which)
      const remove = which === 'all' ? publish : library.publish
      for (const id of ids) await remove(({ drop }) => drop(id))
      return ids.length
    },
  }
}

/** Encodes a recording as low-bitrate audio. @throws InvalidFileError when the recording can't be read to its end */
async function encodeLowBitrateAudio(
  ffmpeg: Ffmpeg,
  recording: Recording,
  { target, isSpeech, signal }: { target: string; isSpeech: boolean; signal: AbortSignal },
): Promise<void> {
  const { bytes, durationSeconds } = recording
  const wanted = isSpeech ? SPEECH : MUSIC
  const rate = Math.round(Math.max(LEAST, Math.min(wanted, ((bytes * 8) / durationSeconds) * SHARE)))
  const output = [
    ...['-af', `aformat=channel_layouts=${isSpeech ? 'mono' : 'mono|stereo'}`],
    ...['-c:a', 'libopus', '-b:a', String(rate), '-application', isSpeech ? 'voip' : 'audio', '-frame_duration', '60'],
    // Output larger than the recording is useless: it is cut off here and discarded by the caller.
    ...['-fs', String(bytes)],
    // Puts the seek index (cues) first, so that a player can seek without reading the end of the file.
    ...['-cues_to_front', '1', '-f', 'webm'],
  ]
  await encode(ffmpeg, recording, { output, target, signal })
}
