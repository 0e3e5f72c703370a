import { writeFile } from 'node:fs/promises'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FLAC,
  FlacOutputFormat,
  Input,
  type InputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WAVE,
  WavOutputFormat,
} from 'mediabunny'
import { InspectionError } from './inspection-errors.ts'

const FORMATS: Record<string, { input: InputFormat; output: () => OutputFormat }> = {
  'audio/mpeg': { input: MP3, output: () => new Mp3OutputFormat() },
  'audio/mp4': { input: MP4, output: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) },
  'audio/ogg': { input: OGG, output: () => new OggOutputFormat() },
  'audio/flac': { input: FLAC, output: () => new FlacOutputFormat() },
  'audio/wav': { input: WAVE, output: () => new WavOutputFormat() },
}

/**
 * Writes the first seconds of a recording to `target`, in its own format. Its packets are copied as they are, and nothing else: no tags,
 * pictures or chapters, which may tell of the rest. Returns the seconds that were written. Runs in the inspecting process.
 */
export async function writeRecordingPreview(
  path: string,
  type: string,
  { target, seconds }: { target: string; seconds: number },
): Promise<number> {
  const format = FORMATS[type]
  if (!format) throw new InspectionError('There are no previews of this kind of recording.')
  const input = new Input({ source: new FilePathSource(path), formats: [format.input] })
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !codec || !decoderConfig) throw new InspectionError('There is no sound in it.')

  const source = new EncodedAudioPacketSource(codec)
  const buffer = new BufferTarget()
  const output = new Output({ format: format.output(), target: buffer })
  output.addAudioTrack(source)
  await output.start()
  let begin: number | undefined
  let end = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Encoders may begin before zero, which not every format can say.
    begin ??= packet.timestamp
    const timestamp = packet.timestamp - begin
    if (timestamp + packet.duration > seconds) break
    await source.add(packet.clone({ timestamp }), { decoderConfig })
    end = timestamp + packet.duration
  }
  if (end === 0) throw new InspectionError('It can’t be cut.')
  await output.finalize()
  if (!buffer.buffer) throw new InspectionError('It can’t be cut.')
  await writeFile(target, new Uint8Array(buffer.buffer), { flag: 'wx' })
  return end
}
