import { text } from 'node:stream/consumers'
import { InvalidFileError } from '#server/media/file-errors.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { inputOf, type Recording } from './ffmpeg-input.ts'

/** Limit of processor time per second of audio, in ms. Encoding usually takes a thirtieth of the duration. */
const WORK_MS_PER_SECOND = 500
const START_MS = 20_000

/**
 * Encodes only the audio of a recording to `target`. Encoding is reproducible: the same recording always results in the same bytes.
 * @param output ffmpeg's output arguments
 * @throws InvalidFileError if the recording can't be read to its end
 */
export async function encode(
  ffmpeg: Pick<Ffmpeg, 'run'>,
  recording: Recording,
  { output, target, ...options }: { output: string[]; target: string; signal?: AbortSignal; isIdle?: boolean },
): Promise<void> {
  const { durationSeconds } = recording
  const workMs = START_MS + durationSeconds * WORK_MS_PER_SECOND
  const plain = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact']
  const args = [...inputOf(recording), ...plain, ...output, '-threads', '1', '-progress', 'pipe:1', '-nostats', `file:${target}`]
  const report = await ffmpeg.run(args, text, { workMs, ...options })
  // An output whose duration differs from the recording is refused, since chapters and playback positions would be wrong.
  const seconds = Number(report.match(/(?<=out_time_us=)\d+/g)?.at(-1) ?? 0) / 1e6
  if (Math.abs(seconds - durationSeconds) > Math.max(2, durationSeconds / 100)) throw new InvalidFileError('It can’t be read to its end.')
}
