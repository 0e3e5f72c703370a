import { open } from 'node:fs/promises'
import { InvalidFileError } from '#server/media/file-errors.ts'

/** Format tag of files whose actual format tag is at the beginning of the sub-format. */
const EXTENSIBLE = 0xfffe
const PCM = 1
const FLOAT = 3
export const MS_ADPCM = 0x02
/** Codecs whose blocks have the number of samples in the format chunk: ADPCM of Microsoft, ADPCM of IMA, and GSM. */
const PACKED = [MS_ADPCM, 0x11, 0x31]
const FORMAT_BYTES = 40
/** Size in RF64 files, which have the actual size elsewhere, and in files whose recorder didn't know the size yet. */
const UNKNOWN_BYTES = 0xffff_ffff

export type WavFormat = {
  tag: number
  channels: number
  rate: number
  bytesPerSecond: number
  blockBytes: number
  bits: number
  blockSamples: number
}

/** Reads the codec of a WAV file and the seconds of audio that the file contains, regardless of the claims in its headers. */
export async function measureWav(path: string): Promise<{ seconds: number; coding: string }> {
  const { format, bytes } = await readWavHeader(path)
  return { seconds: secondsOf(bytes, format), coding: codingOf(format) }
}

/** Reads the format of the audio, its position, and its actual size in bytes. */
export async function readWavHeader(path: string): Promise<{ format: WavFormat; start: number; bytes: number }> {
  const file = await open(path, 'r')
  const read = async (at: number, bytes: number) => (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer
  try {
    const { size } = await file.stat()
    const isUnfinished = (await read(4, 4)).readUInt32LE() === 0
    let format: WavFormat | undefined
    let largeBytes = UNKNOWN_BYTES
    for (let at = 12; at + 8 <= size; ) {
      const head = await read(at, 8)
      const [name, bytes, start] = [head.toString('latin1', 0, 4), head.readUInt32LE(4), at + 8]
      if (name === 'ds64') largeBytes = Number((await read(start + 8, 8)).readBigUInt64LE())
      if (name === 'fmt ') format = readFormat(await read(start, FORMAT_BYTES), bytes)
      if (name === 'data' && format) {
        const claimed = bytes === UNKNOWN_BYTES ? largeBytes : bytes === 0 && isUnfinished ? size : bytes
        return { format, start, bytes: Math.min(claimed, size - start) }
      }
      at = start + bytes + (bytes % 2)
    }
    throw new InvalidFileError('It contains no audio.')
  } finally {
    await file.close()
  }
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
