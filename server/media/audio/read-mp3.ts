import { type FileHandle, open } from 'node:fs/promises'
import type { Edit } from './edit.ts'
import { findSound, findSoundEnd } from './leading-tags.ts'
import { buildSeekFrame, readSeekFrame, type SeekFrame, TOC_ENTRIES, tocOf } from './mp3-seek-frame.ts'

const CHUNK_BYTES = 1024 * 1024
const HEADER_BYTES = 4
/** Bit rates of MPEG layer III in kbit/s, by index; 0 marks the indexes of unspecified and invalid bit rates. */
const KBITS = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
}
const RATES: Record<number, number[]> = { 3: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000], 0: [11_025, 12_000, 8000] }
/** Tolerated error in a player's seek position. */
const TOLERANCE_SECONDS = 0.5
/** Tolerated difference of seek table entries in 256ths, since encoders round differently. */
const TOC_TOLERANCE = 2

type Frame = { header: number; bytes: number; samples: number; rate: number; kbits: number }

/** Audio frames of an MP3: `at` are their positions in bytes, `starts` their times in seconds. */
type Frames = { first: Frame; at: number[]; starts: number[]; end: number; seconds: number }

/**
 * Measures an MP3 by reading all its frames: its length in seconds, and the share of frames in the bytes between the tags. The seek table
 * is not used, since it is wrong in a truncated file, nor is music-metadata, which takes minutes for a long file without a table. `edits`
 * add a seek table, or replace a wrong one, if players would not seek correctly: without a table, they estimate the position of a time
 * from its share of the file. `sound` has the bytes of the audio without tags and seek table.
 */
export async function measureMp3(path: string): Promise<{
  seconds: number
  share: number
  tagEnd: number
  sound?: { begin: number; end: number; rate: number; channels: number }
  edits?: Edit[]
}> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tagEnd = await findSound(file)
    const soundEnd = await findSoundEnd(file)
    const frames = await readFrames(file, tagEnd, soundEnd)
    if (!frames) return { seconds: 0, share: 0, tagEnd }
    const share = frames.framed / Math.max(1, soundEnd - tagEnd)
    const [at = 0] = frames.at
    const found = readSeekFrame((await file.read(Buffer.alloc(200), 0, 200, at)).buffer)
    // A seek frame contains no audio and is not measured.
    const sound = found ? withoutFirst(frames) : frames
    const seekTable = isFound(sound, { at, found, size }) ? undefined : tableFor(sound, { at, replaces: found ? frames.first.bytes : 0 })
    const { rate, header } = frames.first
    const bytes = { begin: sound.at[0] ?? sound.end, end: sound.end, rate, channels: isMono(header) ? 1 : 2 }
    return { seconds: sound.seconds, share, tagEnd, sound: bytes, ...(seekTable && { edits: [seekTable] }) }
  } finally {
    await file.close()
  }
}

async function readFrames(file: FileHandle, start: number, end: number): Promise<(Frames & { framed: number }) | undefined> {
  const chunk = Buffer.alloc(CHUNK_BYTES + HEADER_BYTES)
  const found = { at: [] as number[], starts: [] as number[], end: 0, seconds: 0, framed: 0 }
  let first: Frame | undefined
  let at = start
  let previous: { frame: Frame; at: number } | undefined
  let run = 0
  const count = (frame: Frame, begin: number) => {
    first ??= frame
    found.at.push(begin)
    found.starts.push(found.seconds)
    found.seconds += frame.samples / frame.rate
    found.framed += frame.bytes
    found.end = begin + frame.bytes
  }
  while (at + HEADER_BYTES <= end) {
    const base = at
    const { bytesRead } = await file.read(chunk, 0, chunk.length, base)
    const last = bytesRead - HEADER_BYTES
    if (last < 0) break
    for (let offset = 0; offset <= last; offset = at - base) {
      const frame = readFrame(chunk, offset)
      const isWhole = frame && at + frame.bytes <= end
      if (!isWhole || (previous && frame.rate !== previous.frame.rate)) {
        run = 0
        previous = undefined
        const next = chunk.subarray(offset + 1, bytesRead).indexOf(0xff)
        at += next < 0 ? bytesRead - offset : next + 1
        continue
      }
      // A single frame header may be a coincidence, so the first frame counts only when a second frame follows.
      run += 1
      if (run === 2 && previous) count(previous.frame, previous.at)
      if (run >= 2) count(frame, at)
      previous = { frame, at }
      at += frame.bytes
    }
  }
  return first && { first, ...found }
}

function withoutFirst({ at, starts, ...frames }: Frames): Frames {
  const skipped = starts[1] ?? frames.seconds
  return { ...frames, at: at.slice(1), starts: starts.slice(1).map((start) => start - skipped), seconds: frames.seconds - skipped }
}

/** Returns whether players seek correctly in a file, by its seek table or by estimating positions. */
function isFound(frames: Frames, { at: begin, found, size }: { at: number; found: SeekFrame | undefined; size: number }): boolean {
  const { first, seconds } = frames
  const isNear = (one: number, other: number) => Math.abs(one - other) <= TOLERANCE_SECONDS
  if (!found) {
    // Without a seek table, players assume the bit rate of the first frame for all frames.
    const toSeconds = (byte: number) => (byte - begin) / (first.kbits * 125)
    return isNear(toSeconds(size), seconds) && isEven(frames, toSeconds)
  }
  if (!isNear((found.frames * first.samples) / first.rate, seconds)) return false
  if (found.toc) {
    const own = tocOf(positions(frames), { begin, end: frames.end })
    const tolerance = Math.max(TOC_TOLERANCE, (256 * TOLERANCE_SECONDS) / seconds)
    return found.toc.every((entry, index) => Math.abs(entry - (own[index] ?? 0)) <= tolerance)
  }
  return isEven(frames, (byte) => ((byte - begin) / (frames.end - begin)) * seconds)
}

function isEven({ at, starts }: Frames, toSeconds: (byte: number) => number): boolean {
  return at.every((byte, index) => Math.abs(toSeconds(byte) - (starts[index] ?? 0)) <= TOLERANCE_SECONDS)
}

/** Returns the byte position of each hundredth of an MP3's duration. */
function positions({ at, starts, seconds }: Frames): number[] {
  const result: number[] = []
  let index = 0
  for (let entry = 0; entry < TOC_ENTRIES; entry++) {
    const start = (entry / TOC_ENTRIES) * seconds
    while (index + 1 < at.length && (starts[index + 1] ?? 0) <= start) index++
    result.push(at[index] ?? 0)
  }
  return result
}

function tableFor(frames: Frames, place: { at: number; replaces: number }): Edit {
  const { first, at, end } = frames
  const kbits = KBITS[isMpeg1(first.header) ? 'mpeg1' : 'mpeg2']
  const content = buildSeekFrame(first, kbits, { frames: at.length, positions: positions(frames), begin: at[0] ?? 0, end })
  return { ...place, content }
}

function isMpeg1(header: number): boolean {
  return ((header >>> 19) & 3) === 3
}

const isMono = (header: number) => ((header >>> 6) & 3) === 3

/** Reads the header of a frame; undefined for other bytes. Bytes of audio or pictures can look like a header. */
export function readFrame(data: Buffer, offset: number): Frame | undefined {
  if (offset + HEADER_BYTES > data.length) return undefined
  const header = data.readUInt32BE(offset)
  const version = (header >>> 19) & 3
  const rate = RATES[version]?.[(header >>> 10) & 3]
  const kbits = KBITS[version === 3 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15]
  const isLayer3 = header >>> 21 === 0x7ff && ((header >>> 17) & 3) === 1
  if (!isLayer3 || !rate || !kbits) return undefined
  const samples = version === 3 ? 1152 : 576
  return { header, bytes: Math.floor(((samples / 8) * kbits * 1000) / rate) + ((header >>> 9) & 1), samples, rate, kbits }
}
