import pLimit from 'p-limit'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { type Coding, PROTECTED } from './audio-codings.ts'
import { encode } from './encode.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import type { Recording } from './ffmpeg-input.ts'

/** Media type of converted recordings: AAC in MP4, which all browsers and podcast apps play. */
export const CONVERTED_TYPE = 'audio/mp4'

/**
 * Maximum bit rates of converted recordings. For a low sample rate, the limit is three bits per sample, which is ample for speech and
 * music.
 */
const MOST = { mono: 96_000, stereo: 160_000 }
const BITS_PER_SAMPLE = 3
/**
 * Longest recording that is converted before its publication, in seconds. A conversion takes a thirtieth of the recording's duration,
 * and proxies time out after two minutes.
 */
const MAX_SECONDS = 3600

/** Recordings are converted one at a time, since encoders share the processor with visitors' requests. */
const inTurn = pLimit(1)

/** Decides how a recording is published. @throws InvalidFileError for a recording that can't be published */
export async function planFor(
  { name, outcome, withoutFfmpeg }: Coding,
  durationSeconds: number,
  ffmpeg: Pick<Ffmpeg, 'canWrite'>,
): Promise<'plays' | 'converted'> {
  if (outcome === 'plays') return outcome
  const canConvert = outcome === 'converted' && (await ffmpeg.canWrite('aac'))
  if (canConvert && durationSeconds <= MAX_SECONDS) return 'converted'
  if (withoutFfmpeg) return withoutFfmpeg
  if (name === PROTECTED) throw new InvalidFileError(`It is ${PROTECTED}. Choose a recording without copy protection.`)
  const fewPlay = `Its audio is encoded as ${name}, which few browsers play, and`
  if (canConvert) throw new InvalidFileError(`${fewPlay} it is too long to be converted here. Export it as MP3 or AAC.`)
  if (outcome === 'converted') throw new InvalidFileError(`${fewPlay} this server has no ffmpeg to convert it. Export it as MP3 or AAC.`)
  throw new InvalidFileError(`Its audio is encoded as ${name}, which browsers can’t play. Export it as MP3 or AAC.`)
}

/** Converts a recording to AAC in MP4 while its publication waits. @throws InvalidFileError if the recording can't be read to its end */
export async function convertRecording(
  ffmpeg: Pick<Ffmpeg, 'run'>,
  recording: Recording & { rate: number; channels: number },
  target: string,
): Promise<void> {
  await inTurn(() => encode(ffmpeg, recording, { output: aacOutput(recording), target, isIdle: false }))
}

/** Returns ffmpeg's arguments for AAC in MP4. */
export function aacOutput({ rate, channels }: { rate: number; channels: number }): string[] {
  const bits = channels === 1 ? Math.min(MOST.mono, BITS_PER_SAMPLE * rate) : Math.min(MOST.stereo, 2 * BITS_PER_SAMPLE * rate)
  return [
    ...['-af', 'aformat=channel_layouts=mono|stereo:sample_rates=8000|11025|12000|16000|22050|24000|32000|44100|48000'],
    ...['-c:a', 'aac', '-b:a', String(bits)],
    // The index of the MP4 comes first, so that players can seek without loading the end of the file.
    ...['-movflags', '+faststart', '-f', 'ipod'],
  ]
}
