import { stat, writeFile } from 'node:fs/promises'
import {
  BufferTarget,
  EncodedPacketSink,
  FilePathTarget,
  type InputAudioTrack,
  type InputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { EPISODE_PREVIEW_SECONDS } from '#contracts/listening/episode-preview.ts'
import { InvalidFileError } from '#server/media/file-errors.ts'
import { findSound, openSoundWriter } from './copy-sound.ts'
import { recordingPreviewSeconds } from './recording-preview-length.ts'
import { MP4_INPUTS, SOUND_FORMATS } from './sound-formats.ts'

/**
 * Writes the preview of a recording to `target` in the same format: the first minute, or half of a shorter recording. Only audio packets
 * are copied, since tags, pictures and chapters may describe the rest of the recording. Returns the length of the preview in seconds. Runs
 * in the sandbox process.
 */
export async function writeRecordingPreview(path: string, type: string, target: string): Promise<number> {
  const format = SOUND_FORMATS[type]
  if (!format) throw new InvalidFileError('Previews are not supported for this type of recording.')
  const track = await openSound(path, format.inputs)
  const most = await previewLimits(new EncodedPacketSink(track), (await stat(path)).size)
  const buffer = new BufferTarget()
  const seconds = await copySound(track, new Output({ format: format.output({ inMemory: true }), target: buffer }), most)
  if (seconds === 0 || !buffer.buffer) throw new InvalidFileError('No preview can be extracted.')
  await writeFile(target, new Uint8Array(buffer.buffer), { flag: 'wx' })
  return seconds
}

/** Writes the audio of an MP4 recording to `target` with timestamps that begin at zero, as players expect. */
export async function alignMp4(path: string, target: string): Promise<void> {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(target) })
  await copySound(await openSound(path, MP4_INPUTS), output)
}

async function openSound(path: string, formats: InputFormat[]): Promise<InputAudioTrack> {
  const track = await findSound(path, formats)
  if (!track) throw new InvalidFileError('It contains no audio.')
  return track
}

/** Copies audio packets, up to the limits in `most`. Returns the copied seconds. */
async function copySound(track: InputAudioTrack, output: Output, most?: { seconds: number; bytes: number }): Promise<number> {
  const writer = await openSoundWriter(track, output)
  const seconds = await writer.append(track, most)
  if (seconds > 0) await writer.finish()
  return seconds
}

/**
 * Returns half of a recording in seconds and in bytes, measured by its packets, since the timestamps of a container may begin anywhere,
 * jump, or include missing audio. Reads only as many packets as the longest preview needs.
 */
async function previewLimits(sink: EncodedPacketSink, fileBytes: number): Promise<{ seconds: number; bytes: number }> {
  const all = { seconds: 0, bytes: 0 }
  try {
    for await (const { duration, byteLength } of sink.packets()) {
      all.seconds += duration
      all.bytes += byteLength
      if (all.seconds >= 2 * EPISODE_PREVIEW_SECONDS) return { seconds: EPISODE_PREVIEW_SECONDS, bytes: fileBytes / 2 }
    }
  } catch {
    // Unreadable packets, as in a truncated file, don't count.
  }
  return { seconds: recordingPreviewSeconds(all.seconds), bytes: all.bytes / 2 }
}
