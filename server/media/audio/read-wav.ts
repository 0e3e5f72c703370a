import { open } from 'node:fs/promises'
import { InvalidFileError } from '#server/media/file-errors.ts'
import type { Edit } from './edit.ts'

/** Format tag of extensible WAV files, whose actual format tag is at the beginning of the sub-format. */
const EXTENSIBLE = 0xfffe
const PCM = 1
const FLOAT = 3
/** Codecs whose number of samples per block is in the format chunk: Microsoft ADPCM, IMA ADPCM, and GSM. */
const PACKED = [0x02, 0x11, 0x31]
const FORMAT_BYTES = 40
/** Placeholder size in RF64 files, which store the actual size elsewhere, and in files of recorders that didn't know the size yet. */
const UNKNOWN_BYTES = 0xffff_ffff

type WavFormat = {
  tag: number
  channels: number
  rate: number
  bytesPerSecond: number
  blockBytes: number
  bits: number
  blockSamples: number
}

/**
 * Reads the codec of a WAV file and the length of its actual audio in seconds, regardless of the sizes in its headers. `edits` convert an
 * RF64 file to plain RIFF, since only some browsers play RF64, and add sizes that a recorder omitted.
 */
export async function measureWav(path: string) {
  const { format, bytes, edits } = await readWavHeader(path)
  const { rate, channels } = format
  return { seconds: secondsOf(bytes, format), coding: codingOf(format), rate, channels, ...(edits.length > 0 && { edits }) }
}

/** Reads the audio format of a WAV file, and the actual size of its audio in bytes. */
async function readWavHeader(path: string): Promise<{ format: WavFormat; bytes: number; edits: Edit[] }> {
  const file = await open(path, 'r')
  const read = async (at: number, bytes: number) => (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer
  try {
    const { size } = await file.stat()
    const riff = await read(0, 8)
    const riffBytes = riff.readUInt32LE(4)
    let format: WavFormat | undefined
    let large: { at: number; bytes: number } | undefined
    for (let at = 12; at + 8 <= size; ) {
      const head = await read(at, 8)
      const [name, bytes, start] = [head.toString('latin1', 0, 4), head.readUInt32LE(4), at + 8]
      if (name === 'ds64') large = { at, bytes: Number((await read(start + 8, 8)).readBigUInt64LE()) }
      if (name === 'fmt ') format = readFormat(await read(start, FORMAT_BYTES), bytes)
      if (name === 'data' && format) {
        // The sizes in the header are those of an empty file if a recorder crashed or wrote to a pipe.
        const isUnfinished = bytes === 0 && riffBytes + 8 <= start
        const claimed = isUnfinished ? size : bytes === UNKNOWN_BYTES ? (large?.bytes ?? size) : bytes
        const actual = Math.min(claimed, size - start)
        const isPlain = riff.toString('latin1', 0, 4) === 'RIFF' && !isUnfinished && bytes !== UNKNOWN_BYTES
        return { format, bytes: actual, edits: isPlain ? [] : plainSizes({ large, start, size, bytes: actual }) }
      }
      at = start + bytes + (bytes % 2)
    }
    throw new InvalidFileError('It contains no audio.')
  } finally {
    await file.close()
  }
}

/** Returns the edits that make a file plain RIFF with its actual sizes. The RF64 size chunk is renamed, so that players skip it. */
function plainSizes({ large, start, size, bytes }: { large: { at: number } | undefined; start: number; size: number; bytes: number }) {
  const riff = Buffer.from('RIFF    ')
  const data = Buffer.alloc(4)
  riff.writeUInt32LE(Math.min(size - 8, UNKNOWN_BYTES), 4)
  data.writeUInt32LE(bytes)
  return [
    { at: 0, replaces: riff.length, content: riff },
    ...(large ? [{ at: large.at, replaces: 4, content: Buffer.from('JUNK') }] : []),
    { at: start - 4, replaces: data.length, content: data },
  ]
}

function readFormat(data: Buffer, bytes: number): WavFormat {
  const tag = data.readUInt16LE(0)
  return {
    tag: tag === EXTENSIBLE && bytes >= 26 ? data.readUInt16LE(24) : tag,
    channels: data.readUInt16LE(2),
    rate: data.readUInt32LE(4),
    bytesPerSecond: data.readUInt32LE(8),
    blockBytes: data.readUInt16LE(12),
    bits: data.readUInt16LE(14),
    blockSamples: PACKED.includes(tag) && bytes >= 20 ? data.readUInt16LE(18) : 0,
  }
}

function secondsOf(bytes: number, { tag, rate, bytesPerSecond, blockBytes, blockSamples }: WavFormat): number {
  if (blockSamples > 0) return (Math.floor(bytes / blockBytes) * blockSamples) / rate
  return bytes / (tag === PCM || tag === FLOAT ? blockBytes * rate : bytesPerSecond)
}

function codingOf({ tag, bits }: WavFormat): string {
  if (tag === PCM) return `pcm-${bits}`
  return tag === FLOAT ? `float-${bits}` : `0x${tag.toString(16).padStart(4, '0')}`
}
