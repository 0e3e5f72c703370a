import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputFormat,
  type Output,
} from 'mediabunny'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Returns the audio track of a recording; null if it contains none. */
export function findSound(path: string, formats: InputFormat[]): Promise<InputAudioTrack | null> {
  return new Input({ source: new FilePathSource(path), formats }).getPrimaryAudioTrack()
}

/**
 * Starts an output to which the audio packets of recordings are copied unchanged, one recording after another. Timestamps begin at zero
 * and have no gaps. All recordings need the codec of `track`.
 */
export async function openSoundWriter(track: InputAudioTrack, output: Output) {
  const codec = await track.getCodec()
  if (!codec) throw new InvalidFileError('It contains no audio.')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const written = { seconds: 0, bytes: 0 }
  return {
    /** Copies a recording, until the output reaches a limit in `most`. Returns the seconds in the output. */
    append: async (from: InputAudioTrack, most = { seconds: Infinity, bytes: Infinity }): Promise<number> => {
      const decoderConfig = await from.getDecoderConfig()
      if (!decoderConfig) throw new InvalidFileError('It contains no audio.')
      for await (const packet of new EncodedPacketSink(from).packets()) {
        if (written.seconds + packet.duration > most.seconds || written.bytes + packet.byteLength > most.bytes) break
        await source.add(packet.clone({ timestamp: written.seconds }), { decoderConfig })
        written.seconds += packet.duration
        written.bytes += packet.byteLength
      }
      return written.seconds
    },
    finish: () => output.finalize(),
  }
}
