import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parseFile } from 'music-metadata'
import { InspectionError } from './inspection-errors.ts'
import { readChapters, toChapters } from './read-chapters.ts'

/** What the container must turn out to be for each type that the first bytes announced. */
const containers: Record<string, RegExp> = {
  'audio/mp4': /^(M4|mp4|iso|dash|3gp)/i,
  'audio/ogg': /^Ogg/,
  'audio/flac': /^FLAC$/,
  'audio/wav': /^WAVE$/,
}

const CHUNK_BYTES = 1024 * 1024
const HEADER_BYTES = 4
/** kbit/s of layer III by index; 0 stands for values that no recording uses. */
const KBITS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
}
const RATES: Record<number, number[]> = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 0: [11_025, 12_000, 8000] }

type Frame = { bytes: number; samples: number; rate: number }

export async function readAudio(path: string, type: string) {
  const { durationSeconds, chapters } = type === 'audio/mpeg' ? await readMp3(path) : await readTagged(path, type)
  if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) {
    throw new InspectionError('Its length can’t be read: it is damaged or incomplete.')
  }
  return { durationSeconds, chapters: toChapters(chapters, durationSeconds) }
}

async function readMp3(path: string) {
  const { seconds, share, tagEnd } = await measureMp3(path)
  // Stray bytes between frames are common, but most of an MP3 is frames.
  if (share < 0.5) throw new InspectionError('There is no MP3 sound in it.')
  return { durationSeconds: seconds, chapters: await readChapters(path, tagEnd) }
}

async function readTagged(path: string, type: string) {
  const parse = (includeChapters: boolean) => parseFile(path, { skipCovers: true, includeChapters })
  // Damaged chapters are no reason to refuse a recording.
  const { format } = await parse(true).catch(() => parse(false))
  if (!containers[type]?.test(format.container ?? '')) {
    throw new InspectionError('It is not the kind of recording that it begins like.', { wrongKind: true })
  }
  if (format.hasVideo) throw new InspectionError('It is a film. Choose a sound recording.', { wrongKind: true })
  if (format.hasAudio === false || !format.sampleRate) throw new InspectionError('There is no sound in it.')
  const ogg = () => (type === 'audio/ogg' ? readOggDuration(path, format.sampleRate ?? 0, format.codec) : 0)
  return { durationSeconds: format.duration || (await ogg()), chapters: format.chapters }
}

/** An Ogg stream that was cut short has no last page; the last whole one still counts the samples so far (RFC 3533 §6). */
async function readOggDuration(path: string, sampleRate: number, codec = '') {
  // A page has at most 65,307 bytes.
  const end = await buffer(createReadStream(path, { start: Math.max(0, (await stat(path)).size - 2 * 65_307) }))
  const granulesPerSecond = /opus/i.test(codec) ? 48_000 : sampleRate
  for (let page = end.lastIndexOf('OggS'); page > 0; page = end.lastIndexOf('OggS', page - 1)) {
    // −1 marks pages on which no packet ends.
    const granule = page + 14 <= end.length ? end.readBigInt64LE(page + 6) : -1n
    if (granule > 0n) return Number(granule) / granulesPerSecond
  }
  return 0
}

/**
 * Measures the seconds of an MP3 by walking over its frames, and the share of bytes after the tag that are frames (in an MP3 nearly all).
 * The table of contents is wrong for a truncated file, and music-metadata takes minutes for a long file without one.
 */
async function measureMp3(path: string): Promise<{ seconds: number; share: number; tagEnd: number }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const chunk = Buffer.alloc(CHUNK_BYTES + HEADER_BYTES)
    const start = tagBytes((await file.read(chunk, 0, 10, 0)).buffer)
    let at = start
    let seconds = 0
    let framed = 0
    let previous: Frame | undefined
    let run = 0
    const count = ({ samples, rate, bytes }: Frame) => {
      seconds += samples / rate
      framed += bytes
    }
    while (at + HEADER_BYTES <= size) {
      const base = at
      const { bytesRead } = await file.read(chunk, 0, chunk.length, base)
      const last = bytesRead - HEADER_BYTES
      if (last < 0) break
      for (let offset = 0; offset <= last; offset = at - base) {
        const frame = readFrame(chunk, offset)
        const isWhole = frame && at + frame.bytes <= size
        if (!isWhole || (previous && frame.rate !== previous.rate)) {
          run = 0
          previous = undefined
          const next = chunk.subarray(offset + 1, bytesRead).indexOf(0xff)
          at += next < 0 ? bytesRead - offset : next + 1
          continue
        }
        // A single header may be chance: the first frame counts when the second follows it.
        run += 1
        if (run === 2 && previous) count(previous)
        if (run >= 2) count(frame)
        previous = frame
        at += frame.bytes
      }
    }
    return { seconds, share: framed / Math.max(1, size - start), tagEnd: start }
  } finally {
    await file.close()
  }
}

/** Bytes of the ID3v2 tag at the beginning, whose pictures may look like frames. */
function tagBytes(head: Buffer) {
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  const hasFooter = ((head[5] ?? 0) & 0x10) !== 0
  return 10 + (a << 21) + (b << 14) + (c << 7) + d + (hasFooter ? 10 : 0)
}

function readFrame(data: Buffer, offset: number): Frame | undefined {
  const header = data.readUInt32BE(offset)
  const version = (header >>> 19) & 3
  const rate = RATES[version]?.[(header >>> 10) & 3]
  const kbits = KBITS[version === 3 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15]
  const isLayer3 = header >>> 21 === 0x7ff && ((header >>> 17) & 3) === 1
  if (!isLayer3 || !rate || !kbits) return undefined
  const samples = version === 3 ? 1152 : 576
  return { bytes: Math.floor(((samples / 8) * kbits * 1000) / rate) + ((header >>> 9) & 1), samples, rate }
}
