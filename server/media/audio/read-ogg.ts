import { open } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024
const HEADER_BYTES = 27
/** Maximum size of an Ogg page, which has at most 255 segments of 255 bytes. */
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255
const CONTINUED = 1
const BEGINS_STREAM = 2
const OPUS_RATE = 48_000
/**
 * Longest gap between the granule positions of consecutive Ogg pages. Up to this limit, a gap is silence that a recorder omitted and counts
 * toward the length; a longer gap is a jump of the positions.
 */
const MAX_PAUSE_SECONDS = 60

const CHECKSUM_AT = 22
const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0)
  return sum
})

/** A logical stream of an Ogg file. Lengths are in samples. */
type Stream = {
  serial: number
  coding: string
  rate: number
  skipped: number
  /** Number of header packets, which contain no audio: identification, tags and, in Vorbis, the setup */
  headers: number
  /** Returns the maximum length of a packet from its first bytes. */
  longest: (packet: Buffer) => number
  samples: number
  clock?: bigint
  /** Length of the packet that the next page continues */
  begun: number
}

/**
 * Measures an Ogg recording in seconds, including consecutive streams. Each page adds the difference to the previous granule position of
 * its stream (RFC 3533 §6). The positions of a live recording begin anywhere and may jump, so a page adds at most the length of its packets
 * and a pause.
 * `isOffClock` is true if a granule position contradicts this limit.
 */
export async function measureOgg(path: string): Promise<{ seconds: number; coding: string; isOffClock: boolean }> {
  const streams = new Set<Stream>()
  let isOffClock = false
  for await (const { stream, isOff } of readSound(path)) {
    if (stream) streams.add(stream)
    isOffClock ||= isOff
  }
  const seconds = [...streams].reduce((sum, { samples, skipped, rate }) => sum + Math.max(0, samples - skipped) / rate, 0)
  // A file with several streams counts as a separate codec, since browsers play only the first stream.
  const coding = [...streams].map((stream) => stream.coding)
  return { seconds, coding: coding.length > 1 ? `${coding[0]} chained` : (coding[0] ?? 'unknown'), isOffClock }
}

/**
 * Writes an Ogg recording to `target` with granule positions that begin at zero and don't jump. Only positions and checksums of pages
 * change.
 */
export async function alignOgg(path: string, target: string): Promise<void> {
  const file = await open(target, 'wx')
  try {
    for await (const { page, stream } of readSound(path)) {
      if (stream?.clock !== undefined && page.granule >= 0n) page.bytes.writeBigInt64LE(BigInt(stream.samples), 6)
      page.bytes.writeUInt32LE(0, CHECKSUM_AT)
      page.bytes.writeUInt32LE(checksum(page.bytes), CHECKSUM_AT)
      await file.writeFile(page.bytes)
    }
  } finally {
    await file.close()
  }
}

/** Yields the pages of an Ogg recording, each with its audio stream, whose state includes the page. */
async function* readSound(path: string): AsyncGenerator<{ page: Page; stream: Stream | undefined; isOff: boolean }> {
  let current: Stream | undefined
  let isGroup = false
  for await (const page of readPages(path)) {
    if (page.flags & BEGINS_STREAM) {
      // Ogg streams that begin together are played simultaneously; only the first audio stream is measured.
      const stream = isGroup && current ? undefined : beginStream(page)
      current = stream ?? (isGroup ? current : undefined)
      isGroup = true
    } else isGroup = false
    const stream = current?.serial === page.serial ? current : undefined
    yield { page, stream, isOff: stream ? addPage(stream, page) : false }
  }
}

type Page = { bytes: Buffer; flags: number; granule: bigint; serial: number; segments: Buffer; body: Buffer }

async function* readPages(path: string): AsyncGenerator<Page> {
  const file = await open(path, 'r')
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    let base = 0
    while (true) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, base)
      const data = chunk.subarray(0, bytesRead)
      const isLast = bytesRead < CHUNK_BYTES
      let at = 0
      while (isLast || at + MAX_PAGE_BYTES <= bytesRead) {
        at = data.indexOf('OggS', at, 'latin1')
        if (at < 0 || at + HEADER_BYTES > bytesRead) break
        const segments = data.subarray(at + HEADER_BYTES, at + HEADER_BYTES + (data[at + 26] ?? 0))
        const start = at + HEADER_BYTES + segments.length
        const end = start + segments.reduce((sum, bytes) => sum + bytes, 0)
        // An incomplete page continues in the next chunk. In the last chunk, the page is damaged or truncated.
        if (end > bytesRead && !isLast) break
        if (end <= bytesRead) {
          const [flags = 0, granule, serial] = [data[at + 5], data.readBigInt64LE(at + 6), data.readUInt32LE(at + 14)]
          yield { bytes: data.subarray(at, end), flags, granule, serial, segments, body: data.subarray(start, end) }
        }
        at = end <= bytesRead ? end : at + 4
      }
      if (isLast) return
      // A chunk without a page may end with the beginning of a page signature, so the next chunk overlaps by three bytes.
      base += at > 0 ? at : CHUNK_BYTES - 3
    }
  } finally {
    await file.close()
  }
}

function beginStream({ serial, body }: Page): Stream | undefined {
  const stream = { serial, samples: 0, begun: 0 }
  if (body.toString('latin1', 0, 8) === 'OpusHead' && body.length >= 19)
    return { ...stream, coding: 'opus', rate: OPUS_RATE, skipped: body.readUInt16LE(10), headers: 2, longest: opusSamples }
  if (body.toString('latin1', 0, 7) !== '\x01vorbis' || body.length < 30) return undefined
  const longBlock = 1 << ((body[28] ?? 0) >> 4)
  const rate = body.readUInt32LE(12) || OPUS_RATE
  return { ...stream, coding: 'vorbis', rate, skipped: 0, headers: 3, longest: () => longBlock / 2 }
}

/** Adds an Ogg page to its stream. Returns whether the page's granule position contradicts the length of its packets. */
function addPage(stream: Stream, { flags, granule, segments, body }: Page): boolean {
  let longest = 0
  let start = 0
  let at = 0
  let isBegun = (flags & CONTINUED) !== 0
  for (const bytes of segments) {
    at += bytes
    if (bytes === 255) continue
    const samples = isBegun ? stream.begun : stream.longest(body.subarray(start, at))
    if (stream.headers > 0) stream.headers--
    else longest += samples
    start = at
    isBegun = false
  }
  if (start < at && !isBegun) stream.begun = stream.longest(body.subarray(start, at))
  // A granule position of −1 marks pages on which no packet ends.
  if (longest === 0 || granule < 0n) return false
  const step = Number(granule - (stream.clock ?? 0n))
  // A stream's positions start at the first page. A first position below the length of the page's packets means that the beginning of the
  // audio is skipped.
  const most = stream.clock === undefined ? longest : longest + MAX_PAUSE_SECONDS * stream.rate
  const isOff = step < 0 || step > most
  stream.samples += isOff ? longest : step
  stream.clock = granule
  return isOff
}

/** Returns the checksum of an Ogg page whose checksum field is zero (RFC 3533 §6): CRC-32, highest bit first, without inversion. */
function checksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) sum = (sum << 8) ^ (CRC_TABLE[(sum >>> 24) ^ byte] ?? 0)
  return sum >>> 0
}

/** Returns the length of an Opus packet in samples: frame length times number of frames (RFC 6716 §3.1). */
function opusSamples(packet: Buffer): number {
  const [toc = 0, count = 0] = packet
  const config = toc >> 3
  const frame = config < 12 ? [480, 960, 1920, 2880][config & 3] : config < 16 ? [480, 960][config & 1] : 120 << (config & 3)
  const frames = (toc & 3) === 0 ? 1 : (toc & 3) === 3 ? count & 63 : 2
  return Math.min(5760, (frame ?? 0) * frames)
}
