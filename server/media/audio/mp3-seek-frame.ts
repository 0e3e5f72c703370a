/* An MP3's seek frame states its length and the position of each hundredth of its duration, as Xing, LAME and Fraunhofer encoders write it.
   http://gabriel.mp3-tech.org/mp3infotag.html */

export const TOC_ENTRIES = 100
const HEADER_BYTES = 4
/** Size of a Xing header: signature, flags, number of frames, number of bytes, and seek table */
const XING_BYTES = 16 + TOC_ENTRIES
const HAS_FRAMES = 1
const HAS_BYTES = 2
const HAS_TOC = 4
/** Position of the signature of a Fraunhofer seek frame (VBRI), always after the side information of a stereo frame */
const VBRI_AT = HEADER_BYTES + 32

export type SeekFrame = { frames: number; toc?: number[] }

/** Reads the first frame of an MP3 as a seek frame; returns undefined if the frame contains audio. */
export function readSeekFrame(frame: Buffer): SeekFrame | undefined {
  if (frame.toString('latin1', VBRI_AT, VBRI_AT + 4) === 'VBRI') return { frames: frame.readUInt32BE(VBRI_AT + 14) }
  const at = HEADER_BYTES + sideBytes(frame.readUInt32BE(0))
  if (!['Xing', 'Info'].includes(frame.toString('latin1', at, at + 4))) return undefined
  const flags = frame.readUInt32BE(at + 4)
  const has = (flag: number) => (flags & flag) !== 0
  const tocAt = at + 8 + (has(HAS_FRAMES) ? 4 : 0) + (has(HAS_BYTES) ? 4 : 0)
  return {
    frames: has(HAS_FRAMES) ? frame.readUInt32BE(at + 8) : 0,
    ...(has(HAS_TOC) && { toc: [...frame.subarray(tocAt, tocAt + TOC_ENTRIES)] }),
  }
}

/**
 * Builds a seek frame. Players without support for seek frames play it as silence.
 * @param kbits bit rates of the MPEG version, by index
 * @param begin start of the audio in bytes; `positions` and `end` refer to the same file
 */
export function buildSeekFrame(
  { header, samples, rate }: { header: number; samples: number; rate: number },
  kbits: readonly number[],
  { frames, positions, begin, end }: { frames: number; positions: number[]; begin: number; end: number },
): Uint8Array {
  const at = HEADER_BYTES + sideBytes(header)
  const bytesOf = (index: number) => Math.floor(((samples / 8) * (kbits[index] ?? 0) * 1000) / rate)
  const index = kbits.findIndex((_, candidate) => bytesOf(candidate) >= at + XING_BYTES)
  const frame = Buffer.alloc(bytesOf(index))
  // The header of the seek frame equals that of the audio frames, but without the checksum, padding and private bits.
  frame.writeUInt32BE(((header & 0xfffe_0cff) | 0x0001_0000 | (index << 12)) >>> 0)
  frame.write('Xing', at)
  frame.writeUInt32BE(HAS_FRAMES | HAS_BYTES | HAS_TOC, at + 4)
  frame.writeUInt32BE(frames, at + 8)
  frame.writeUInt32BE(frame.length + end - begin, at + 12)
  frame.set(tocOf(positions, { begin: begin - frame.length, end }), at + 16)
  return frame
}

/** Returns each byte position as a share of the audio's size, in 256ths. */
export function tocOf(positions: number[], { begin, end }: { begin: number; end: number }): number[] {
  return positions.map((position) => Math.min(255, Math.round((256 * (position - begin)) / (end - begin))))
}

/** Returns the size of the side information between the header of an MP3 frame and its audio. */
function sideBytes(header: number): number {
  const isMpeg1 = ((header >>> 19) & 3) === 3
  const isMono = ((header >>> 6) & 3) === 3
  if (isMpeg1) return isMono ? 17 : 32
  return isMono ? 9 : 17
}
