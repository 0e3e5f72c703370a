import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, type Mp4OutputFormat, type OggOutputFormat, Output } from 'mediabunny'

/** Opus header (RFC 7845): version, channels, samples to skip, sample rate, gain, mapping. */
export const OPUS_HEAD = new Uint8Array(Buffer.from('OpusHead\x01\x02\x00\x00\x80\xbb\x00\x00\x00\x00\x00', 'latin1'))

/** Writes a recording of 20 ms packets, each containing its number, as an encoder would write them. */
export async function writeRecording(
  codec: 'aac' | 'opus',
  format: Mp4OutputFormat | OggOutputFormat,
  { seconds, from = 0, config }: { seconds: number; from?: number; config: { description: Uint8Array } },
) {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: codec === 'aac' ? 'mp4a.40.2' : 'opus', sampleRate: 48_000, numberOfChannels: 2, ...config }
  for (let number = 0; number < seconds * 50; number++) {
    // The first byte marks an Opus packet with one frame of 20 ms.
    const data = Buffer.concat([Buffer.from([0x98]), Buffer.from(`packet ${String(number).padStart(6, '0')}`)])
    await source.add(new EncodedPacket(new Uint8Array(data), 'key', from + number * 0.02, 0.02), { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
