import { encode } from '#server/media/audio/encode.ts'
import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import type { Recording } from '#server/media/audio/ffmpeg-input.ts'

/** Bits per second. A low-bitrate recording gets two thirds of its own bitrate, at which Opus sounds the same. */
const SPEECH = 24_000
const MUSIC = 48_000
const LEAST = 12_000
const SHARE = 2 / 3

/** Opus in WebM, which all browsers play, Safari since version 17 (docs/decisions/0046). */
export const LOW_BITRATE_TYPE = 'audio/webm'

/** Encodes a recording as low-bitrate audio. @throws InvalidFileError when the recording can't be read to its end */
export async function encodeLowBitrateAudio(
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
