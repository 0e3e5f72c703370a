import { type FileHandle, open } from 'node:fs/promises'
import { readBytes } from './read-bytes.ts'

const CHUNK_BYTES = 64 * 1024
const ID3_HEADER_BYTES = 10
/** Size of the header or footer of an APE tag */
const APE_BYTES = 32
const HAS_APE_HEADER = 0x8000_0000
const ID3V1_BYTES = 128
/** Maximum number of tags at the beginning of a file. No tagging program writes more. */
const MAX_TAGS = 100

/** Returns the position of the audio in a file, after the leading tags and zero bytes that tagging programs and recorders write. */
export async function findSound(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  let at = await skipZeros(file, { start: 0, size })
  for (let tags = 0; tags < MAX_TAGS && at < size; tags++) {
    const bytes = leadingTagBytes(await readBytes(file, at, APE_BYTES))
    if (bytes === 0) return at
    at = await skipZeros(file, { start: at + bytes, size })
  }
  return at
}

/** Returns the first bytes of the audio in a file, their position after the leading tags, and the number of zero bytes before the tags. */
export async function readSoundHead(path: string, bytes: number): Promise<{ at: number; head: Buffer; zeros: number }> {
  const file = await open(path, 'r')
  try {
    const at = await findSound(file)
    const { size } = await file.stat()
    return { at, head: await readBytes(file, at, bytes), zeros: await skipZeros(file, { start: 0, size }) }
  } finally {
    await file.close()
  }
}

/** Returns the position at which the audio of a file ends, before trailing ID3v1 and APE tags. */
export async function findSoundEnd(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const id3 = await readBytes(file, Math.max(0, size - ID3V1_BYTES), ID3V1_BYTES)
  const end = id3.toString('latin1', 0, 3) === 'TAG' ? size - ID3V1_BYTES : size
  const footer = await readBytes(file, Math.max(0, end - APE_BYTES), APE_BYTES)
  return Math.max(0, isApeTag(footer) ? end - apeTagBytes(footer) : end)
}

function leadingTagBytes(head: Buffer): number {
  if (head.length >= ID3_HEADER_BYTES && head.toString('latin1', 0, 3) === 'ID3') {
    const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
    const hasFooter = ((head[5] ?? 0) & 0x10) !== 0
    return ID3_HEADER_BYTES + (a << 21) + (b << 14) + (c << 7) + d + (hasFooter ? ID3_HEADER_BYTES : 0)
  }
  return isApeTag(head) ? apeTagBytes(head) : 0
}

function isApeTag(data: Buffer): boolean {
  return data.length === APE_BYTES && data.toString('latin1', 0, 8) === 'APETAGEX'
}

function apeTagBytes(data: Buffer): number {
  return data.readUInt32LE(12) + ((data.readUInt32LE(20) & HAS_APE_HEADER) !== 0 ? APE_BYTES : 0)
}

async function skipZeros(file: FileHandle, { start, size }: { start: number; size: number }): Promise<number> {
  for (let at = start; at < size; at += CHUNK_BYTES) {
    const first = (await readBytes(file, at, CHUNK_BYTES)).findIndex((byte) => byte !== 0)
    if (first >= 0) return at + first
  }
  return Math.max(start, size)
}
