import { open } from 'node:fs/promises'
import { readBytes } from './read-bytes.ts'

/** Chapter of a recording; `start` is in seconds. */
type FoundChapter = { start: number; title: string }

/** Size limit of an ID3 tag. Even tags with a picture for each chapter are smaller. */
const MAX_TAG_BYTES = 64 * 1024 * 1024
const HEADER_BYTES = 10
const FRAME_ID = /^[A-Z][A-Z0-9]{3}$/
const TAG_UNSYNCHRONISED = 0x80
const TAG_EXTENDED = 0x40
const FRAME_UNSYNCHRONISED = 0x02
const FRAME_LENGTH_INDICATOR = 0x01
/** Compressed or encrypted frames, which no program writes for chapters. */
const FRAME_UNREADABLE = 0x0c
const IS_TOP_LEVEL = 0x02
/** Number of chapters from which the table of contents is incomplete, since it counts them in one byte. */
const MAX_LISTED = 255
const ENCODINGS = ['latin1', 'utf-16', 'utf-16be', 'utf-8']

/**
 * Reads the chapters in an MP3's ID3 tag of version 2.3 or 2.4. music-metadata is not used, since it loses all frames after one whose size is
 * not synchsafe, as ffmpeg writes for chapters, and takes minutes to parse a long file.
 */
export async function readId3Chapters(path: string, tagEnd: number): Promise<FoundChapter[]> {
  if (tagEnd === 0 || tagEnd > MAX_TAG_BYTES) return []
  const file = await open(path, 'r')
  try {
    return parseChapters(await readBytes(file, 0, tagEnd))
  } finally {
    await file.close()
  }
}

function parseChapters(tag: Buffer): FoundChapter[] {
  const version = tag[3] ?? 0
  const flags = tag[5] ?? 0
  if (tag.length < HEADER_BYTES || tag.toString('latin1', 0, 3) !== 'ID3' || version < 3 || version > 4) return []
  const whole = tag.subarray(HEADER_BYTES, HEADER_BYTES + synchsafe(tag, 6))
  const body = version === 3 && flags & TAG_UNSYNCHRONISED ? synchronise(whole) : whole
  const extended = !(flags & TAG_EXTENDED) || body.length < 4 ? 0 : version === 4 ? synchsafe(body, 0) : body.readUInt32BE(0) + 4
  const frames = readFrames(body.subarray(extended), version)
  const chapters = frames.filter(({ id }) => id === 'CHAP').flatMap(({ data }) => readChapter(data, version))
  const listed = frames.filter(({ id }) => id === 'CTOC').map(({ data }) => readContents(data))
  // Chapters that no table of contents lists are hidden: podcasts use them for pictures.
  const isListed = ({ id }: { id: string }) => listed.some(({ children }) => children.has(id))
  const hasContents = chapters.length <= MAX_LISTED && listed.some(({ isTopLevel, children }) => isTopLevel && children.size > 0)
  return (hasContents ? chapters.filter(isListed) : chapters).map(({ start, title }) => ({ start, title }))
}

type Frame = { id: string; data: Buffer }

function readFrames(body: Buffer, version: number): Frame[] {
  const frames: Frame[] = []
  let at = 0
  while (isFrameAt(body, at)) {
    const [id, size] = [body.toString('latin1', at, at + 4), frameSize(body, at, version)]
    const start = at + HEADER_BYTES
    const flags = version === 4 ? (body[at + 9] ?? 0) : 0
    const data = body.subarray(start, start + size).subarray(flags & FRAME_LENGTH_INDICATOR ? 4 : 0)
    if (!(flags & FRAME_UNREADABLE)) frames.push({ id, data: flags & FRAME_UNSYNCHRONISED ? synchronise(data) : data })
    at = start + size
  }
  return frames
}

function isFrameAt(body: Buffer, at: number): boolean {
  return at + HEADER_BYTES <= body.length && FRAME_ID.test(body.toString('latin1', at, at + 4))
}

/**
 * Returns the size of a frame. Sizes are synchsafe in version 2.4, but ffmpeg and older iTunes write plain ones: the size after which another
 * frame, padding or the end of the tag follows is the right one.
 */
function frameSize(body: Buffer, at: number, version: number): number {
  const plain = body.readUInt32BE(at + 4)
  if (version === 3) return plain
  const isPossible = (size: number) => {
    const next = at + HEADER_BYTES + size
    return next === body.length || (next < body.length && (isPadding(body.subarray(next, next + HEADER_BYTES)) || isFrameAt(body, next)))
  }
  const isSynchsafe = body.subarray(at + 4, at + 8).every((byte) => byte < 0x80)
  if (!isSynchsafe) return plain
  const size = synchsafe(body, at + 4)
  return !isPossible(size) && isPossible(plain) ? plain : size
}

function isPadding(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

function readChapter(data: Buffer, version: number): { id: string; start: number; title: string }[] {
  const end = data.indexOf(0)
  const times = end + 1
  if (end < 0 || data.length < times + 16) return []
  const title = readFrames(data.subarray(times + 16), version).find(({ id }) => id === 'TIT2')
  return [{ id: data.toString('latin1', 0, end), start: data.readUInt32BE(times) / 1000, title: title ? readText(title.data) : '' }]
}

function readContents(data: Buffer): { isTopLevel: boolean; children: Set<string> } {
  const end = data.indexOf(0)
  if (end < 0) return { isTopLevel: false, children: new Set() }
  const children = data.toString('latin1', end + 3).split('\0', data[end + 2] ?? 0)
  return { isTopLevel: ((data[end + 1] ?? 0) & IS_TOP_LEVEL) !== 0, children: new Set(children.filter(Boolean)) }
}

function readText(data: Buffer): string {
  const encoding = ENCODINGS[data[0] ?? 0] ?? 'latin1'
  const bytes = data.subarray(1)
  const isBigEndian = encoding === 'utf-16be' || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const label = encoding === 'utf-16' ? (isBigEndian ? 'utf-16be' : 'utf-16le') : encoding
  // Version 2.4 separates several values of a text with zero characters.
  return new TextDecoder(label).decode(bytes).split('\0', 1)[0] ?? ''
}

/** Reads a size of four bytes with seven bits each. */
function synchsafe(data: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce((size, index) => size * 128 + ((data[at + index] ?? 0) & 0x7f), 0)
}

/** Removes the zero bytes that writers insert after 0xff, so that no tag contains the header of an MP3 frame. */
function synchronise(data: Buffer): Buffer {
  return data.filter((byte, index) => byte !== 0 || data[index - 1] !== 0xff) as Buffer
}
