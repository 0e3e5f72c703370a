import { text } from 'node:stream/consumers'
import { InspectionError } from '#server/platform/media/inspection/inspection-errors.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { inputOf, type Recording } from './sound-input.ts'

/** Bits a second. A recording that has little itself gets two thirds of it, which Opus needs for the same sound. */
const SPEECH = 24_000
const MUSIC = 48_000
const LEAST = 12_000
const SHARE = 2 / 3
/** Encoding takes a thirtieth of the time that a recording lasts. */
const WORK_MS_PER_SECOND = 500
const START_MS = 20_000

/** Opus in WebM, which all browsers play, Safari since version 17 (docs/decisions/0046). */
export const LIGHT_TYPE = 'audio/webm'

/** @throws InspectionError when the recording can't be read to its end */
export async function encodeLight(
  ffmpeg: Ffmpeg,
  recording: Recording,
  { target, isSpeech, signal }: { target: string; isSpeech: boolean; signal: AbortSignal },
): Promise<void> {
  const { bytes, durationSeconds } = recording
  const wanted = isSpeech ? SPEECH : MUSIC
  const rate = Math.round(Math.max(LEAST, Math.min(wanted, ((bytes * 8) / durationSeconds) * SHARE)))
  const workMs = START_MS + durationSeconds * WORK_MS_PER_SECOND
  const report = await ffmpeg.run([...inputOf(recording), ...outputOf({ target, isSpeech, rate, bytes })], text, { workMs, signal })
  // Otherwise chapters and positions would lead elsewhere.
  const seconds = Number(report.match(/(?<=out_time_us=)\d+/g)?.at(-1) ?? 0) / 1e6
  if (Math.abs(seconds - durationSeconds) > Math.max(2, durationSeconds / 100)) throw new InspectionError('Its end can’t be read.')
}

function outputOf({ target, isSpeech, rate, bytes }: { target: string; isSpeech: boolean; rate: number; bytes: number }): string[] {
  return [
    // Nothing but the sound, and the same bytes each time.
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
    ...['-af', `aformat=channel_layouts=${isSpeech ? 'mono' : 'mono|stereo'}`],
    ...['-c:a', 'libopus', '-b:a', String(rate), '-application', isSpeech ? 'voip' : 'audio', '-frame_duration', '60', '-threads', '1'],
    // What grows larger than the recording is not kept.
    ...['-fs', String(bytes), '-progress', 'pipe:1', '-nostats'],
    // The index of times stands in front, so that a player that jumps need not look for it at the end.
    ...['-cues_to_front', '1', '-f', 'webm', `file:${target}`],
  ]
}
