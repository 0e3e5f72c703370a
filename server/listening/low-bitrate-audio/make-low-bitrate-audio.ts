import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PODCAST_TYPES } from '#server/media/audio/audio-codings.ts'
import { aacOutput, CONVERTED_TYPE } from '#server/media/audio/convert-recording.ts'
import { encode } from '#server/media/audio/encode.ts'
import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import type { Recording } from '#server/media/audio/ffmpeg-input.ts'
import { asFault, InvalidFileError } from '#server/media/file-errors.ts'
import { prepareWritten } from '#server/media/processing/prepared-file.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { isSpeech } from './is-speech.ts'
import { EDITION, type LowBitrateAudioStore } from './low-bitrate-audio.store.ts'

/**
 * Bit rates of low-bitrate audio. A recording with a low bit rate is encoded at two thirds of its own bit rate, since Opus then sounds as
 * good.
 */
const SPEECH = 24_000
const MUSIC = 48_000
const LEAST = 12_000
const SHARE = 2 / 3
/** Media type of low-bitrate audio: Opus in WebM, which all browsers play, Safari since version 17 (docs/decisions/0046). */
const LOW_BITRATE_TYPE = 'audio/webm'

/** Maximum size of low-bitrate audio as a share of the recording's size. A larger file saves too little to be offered. */
const WORTHWHILE = 0.8

type Encoding = { target: string; signal: AbortSignal }
type Derived = { light: PreparedFile | 'needless' | InvalidFileError; aac?: PreparedFile | InvalidFileError }

export type LowBitrateAudioMaker = ReturnType<typeof createLowBitrateAudioMaker>

/**
 * Encodes and stores low-bitrate audio, and AAC for podcast apps that don't play the recording's type. Each new file increments the
 * catalogue version, since pages and feeds link to it.
 */
export function createLowBitrateAudioMaker(deps: {
  library: MediaLibrary
  publish: PublishToCatalogue
  store: LowBitrateAudioStore
  ffmpeg: Ffmpeg
}) {
  const { library, publish, store, ffmpeg } = deps

  /** Encodes low-bitrate audio. Returns undefined if the file would save too little. */
  async function encodeLight(recording: Recording, { target, signal }: Encoding): Promise<PreparedFile | undefined> {
    await encodeLowBitrateAudio(ffmpeg, recording, { target, isSpeech: await isSpeech(ffmpeg, recording, signal), signal })
    const { size: bytes } = await stat(target)
    if (bytes > recording.bytes * WORTHWHILE) return undefined
    return { key: `${await hashFile(target)}.webm`, path: target, type: LOW_BITRATE_TYPE, bytes, role: 'light' }
  }

  async function encodeAac(recording: Recording & { rate: number; channels: number }, { target, signal }: Encoding): Promise<PreparedFile> {
    await encode(ffmpeg, recording, { output: aacOutput(recording), target, signal })
    return prepareWritten(target, { type: CONVERTED_TYPE, role: 'aac' })
  }

  /** Encodes all derived files of a recording. Returns undefined if the recording was deleted. */
  function encodeAll(key: string, { base, signal }: { base: string; signal: AbortSignal }): Promise<Derived | undefined> {
    return library.withCopy(key, async (path) => {
      const found = await store.findRecording(key)
      if (!found) return undefined
      const { type, bytes, isPreview } = found
      const needsAac = !PODCAST_TYPES.includes(type)
      const measured = await runSandboxTask({ kind: 'audio', path, type }).catch(asFault)
      if (InvalidFileError.is(measured)) return { light: measured, aac: needsAac ? measured : undefined }
      const { durationSeconds, rate = 44_100, channels = 2 } = measured
      const recording = { path, type, bytes, durationSeconds, rate, channels }
      const light = isPreview ? undefined : await encodeLight(recording, { target: `${base}.webm`, signal }).catch(asFault)
      const aac = needsAac ? await encodeAac(recording, { target: `${base}.m4a`, signal }).catch(asFault) : undefined
      return { light: light ?? 'needless', aac }
    })
  }

  /** Stores the result of an encoding, unless a complete asset of the current encoding version exists. Replaces any other asset. */
  async function save(key: string, { light, aac }: Derived): Promise<void> {
    const files = [light, aac].filter(isWritten)
    // An encoding result without a file changes nothing for visitors, so it is stored without incrementing the catalogue version.
    const keep = files.length === 0 ? library.publish : publish
    await keep(async ({ transaction, add, addFile, drop }) => {
      if (!(await store.lockRecording(transaction, key))) return
      const former = await store.findAsset(transaction, key, { withAac: aac !== undefined })
      if (former?.isCurrent) return
      if (former) await drop(former.id)
      const details = {
        edition: EDITION,
        outcome: isWritten(light) ? 'made' : light === 'needless' ? light : 'failed',
        aac: aac && (isWritten(aac) ? 'made' : 'failed'),
      } as const
      const id = await add({ kind: 'light-sound', files: [], details, derivedFrom: key })
      for (const file of files) await addFile(id, file, 'nobody')
    })
  }

  return {
    /** Encodes one recording. An unreadable recording is marked as failed. @throws MissingMediaError */
    make: async (key: string, signal: AbortSignal): Promise<void> => {
      const base = join(library.tempFolder, randomUUID())
      try {
        const derived = await encodeAll(key, { base, signal })
        if (derived) await save(key, derived)
      } finally {
        await Promise.all(['webm', 'm4a'].map((extension) => rm(`${base}.${extension}`, { force: true })))
      }
    },

    /** Deletes low-bitrate audio and returns the number of affected recordings. */
    removeAssets: async (which: 'failed' | 'orphaned' | 'all'): Promise<number> => {
      const ids = await store.listAssets(which)
      const remove = which === 'all' ? publish : library.publish
      for (const id of ids) await remove(({ drop }) => drop(id))
      return ids.length
    },
  }
}

function isWritten(file: Derived[keyof Derived]): file is PreparedFile {
  return typeof file === 'object' && !InvalidFileError.is(file)
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
    // ffmpeg stops once the output is as large as the recording: the caller discards such a file.
    ...['-fs', String(bytes)],
    // Puts the seek index (cues) first, so that a player can seek without reading the end of the file.
    ...['-cues_to_front', '1', '-f', 'webm'],
  ]
  await encode(ffmpeg, recording, { output, target, signal })
}
