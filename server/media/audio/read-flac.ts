import { type FileHandle, open } from 'node:fs/promises'
import { InvalidFileError } from '#server/media/file-errors.ts'
import type { Edit } from './edit.ts'
import { readBytes } from './read-bytes.ts'

const STREAMINFO_BYTES = 34
/** Position of the rate, the channels, the sample size and the number of samples in STREAMINFO */
const FORMAT_AT = 10
/** Maximum size of a FLAC frame header */
const FRAME_HEADER_BYTES = 16
/** Number of bytes at the end of a file that are searched for the last frame. A frame of 4096 samples is usually smaller than 16 KB. */
const END_BYTES = 2 * 1024 * 1024

const CRC_TABLE = Uint8Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum & 0x80 ? 0x107 : 0)
  return sum
})

type Flac = { at: number; start: number; minBlock: number; rate: number; channels: number; samples: number }
type FlacFrame = { isVariable: boolean; number: number; samples: number }

/**
 * Reads the length of a FLAC recording. Encoders that write to a pipe omit the length, and a truncated recording states too much. In both
 * cases the length is computed from the last frame (RFC 9639 §9.1), and `edits` write it to the header, since players display the stated
 * length.
 */
export async function measureFlac(path: string): Promise<{ seconds: number; rate: number; channels: number; edits?: Edit[] }> {
  const file = await open(path, 'r')
  try {
    const flac = await readStreamInfo(file)
    const { rate, channels } = flac
    const found = await measureSamples(file, flac)
    const samples = Math.min(found ?? flac.samples, flac.samples || Infinity)
    if (samples === 0) throw new InvalidFileError('Its length can’t be read: it is damaged or incomplete.')
    return {
      seconds: samples / rate,
      rate,
      channels,
      ...(samples !== flac.samples && { edits: [await statedLength(file, flac, samples)] }),
    }
  } finally {
    await file.close()
  }
}

/** Returns the end of the last frame in samples; undefined if the end of the file contains no frames, such as a tag with pictures. */
async function measureSamples(file: FileHandle, { start, minBlock }: Flac): Promise<number | undefined> {
  const { size } = await file.stat()
  const first = readFrameHeader(await readBytes(file, start, FRAME_HEADER_BYTES), 0)
  if (!first) throw new InvalidFileError('It contains no audio.')
  const from = Math.max(start, size - END_BYTES)
  const last = findLast(await readBytes(file, from, size - from), first.isVariable) ?? (from === start ? first : undefined)
  return last && (last.isVariable ? last.number : last.number * minBlock) + last.samples
}

async function readStreamInfo(file: FileHandle): Promise<Flac> {
  const head = await readBytes(file, 0, 8 + STREAMINFO_BYTES)
  const isFlac = head.length === 8 + STREAMINFO_BYTES && head.toString('latin1', 0, 4) === 'fLaC' && ((head[4] ?? 0) & 0x7f) === 0
  const info = head.subarray(8)
  const rate = isFlac ? info.readUIntBE(FORMAT_AT, 3) >> 4 : 0
  if (rate === 0) throw new InvalidFileError('It contains no audio.')
  let start = 4
  for (let isLast = false; !isLast; ) {
    const block = await readBytes(file, start, 4)
    if (block.length < 4) throw new InvalidFileError('It contains no audio.')
    isLast = ((block[0] ?? 0) & 0x80) !== 0
    start += 4 + block.readUIntBE(1, 3)
  }
  const channels = (((info[FORMAT_AT + 2] ?? 0) >> 1) & 7) + 1
  const samples = ((info[FORMAT_AT + 3] ?? 0) & 15) * 2 ** 32 + info.readUInt32BE(FORMAT_AT + 4)
  return { at: 8 + FORMAT_AT + 3, start, minBlock: info.readUInt16BE(0), rate, channels, samples }
}

/** Returns the last frame that continues an earlier frame. A single header may be a coincidence in the audio data. */
function findLast(data: Buffer, isVariable: boolean): FlacFrame | undefined {
  const next = new Set<number>()
  let last: FlacFrame | undefined
  for (let at = data.indexOf(0xff); at >= 0; at = data.indexOf(0xff, at + 1)) {
    const frame = readFrameHeader(data, at)
    if (!frame || frame.isVariable !== isVariable) continue
    if (next.has(frame.number)) last = frame
    next.add(frame.number + (isVariable ? frame.samples : 1))
  }
  return last
}

function readFrameHeader(data: Buffer, at: number): FlacFrame | undefined {
  const [sync = 0, sizes = 0, format = 0] = data.subarray(at + 1, at + 4)
  if (data[at] !== 0xff || (sync & 0xfe) !== 0xf8 || sizes >> 4 === 0 || (sizes & 15) === 15 || format >> 4 > 10 || (format & 1) !== 0)
    return undefined
  const coded = readCodedNumber(data, at + 4)
  if (!coded) return undefined
  const block = sizes >> 4
  const sizeBytes = block === 6 ? 1 : block === 7 ? 2 : 0
  const rateBytes = (sizes & 15) === 12 ? 1 : [13, 14].includes(sizes & 15) ? 2 : 0
  const sizeAt = at + 4 + coded.bytes
  const bytes = sizeAt - at + sizeBytes + rateBytes
  if (at + bytes >= data.length || checksum(data.subarray(at, at + bytes)) !== data[at + bytes]) return undefined
  return { isVariable: (sync & 1) === 1, number: coded.number, samples: blockSamples(data, block, sizeAt) }
}

function blockSamples(data: Buffer, block: number, sizeAt: number): number {
  if (block === 6) return (data[sizeAt] ?? 0) + 1
  if (block === 7) return data.readUInt16BE(sizeAt) + 1
  if (block === 1) return 192
  return block < 6 ? 144 << block : 1 << block
}

/** Reads the number of a frame or sample, coded as in UTF-8 but with up to 36 bits. */
function readCodedNumber(data: Buffer, at: number): { number: number; bytes: number } | undefined {
  const lead = data[at] ?? 0xff
  if (lead < 0x80) return { number: lead, bytes: 1 }
  const bytes = Math.clz32(~(lead << 24))
  if (bytes < 2 || bytes > 7) return undefined
  let number = lead & (0x7f >> bytes)
  for (const byte of data.subarray(at + 1, at + bytes)) {
    if ((byte & 0xc0) !== 0x80) return undefined
    number = number * 64 + (byte & 0x3f)
  }
  return { number, bytes }
}

function checksum(data: Buffer): number {
  let sum = 0
  for (const byte of data) sum = CRC_TABLE[sum ^ byte] ?? 0
  return sum
}

async function statedLength(file: FileHandle, { at }: Flac, samples: number): Promise<Edit> {
  const content = await readBytes(file, at, 5)
  content[0] = ((content[0] ?? 0) & 0xf0) | Math.floor(samples / 2 ** 32)
  content.writeUInt32BE(samples % 2 ** 32, 1)
  return { at, replaces: content.length, content }
}
