import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import { afterAll, describe, expect, test } from 'vitest'
import { detectType, HEAD_BYTES } from '#server/media/upload/media-type.ts'
import { buildMp3 } from '#tests/support/sample-files.ts'
import type { Edit } from './edit.ts'
import { readAudio } from './read-audio.ts'

const folder = await mkdtemp(join(tmpdir(), 'read-audio-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(data: Buffer, type: string) {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, data)
  return readAudio(path, type)
}

/** Returns a file with edits applied. */
function edited(data: Buffer, edits: Edit[] = []): Buffer {
  const parts: Uint8Array[] = []
  let start = 0
  for (const { at, replaces, content } of edits) {
    parts.push(data.subarray(start, at), content)
    start = at + replaces
  }
  return Buffer.concat([...parts, data.subarray(start)])
}

const id3 = (content: Buffer) => {
  const size = [21, 14, 7, 0].map((bits) => (content.length >> bits) & 127)
  return Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(size), content])
}
/** Cover image whose bytes look like audio frames */
const COVER = Buffer.alloc(300_000, buildMp3(1))

describe('the length of a FLAC recording', () => {
  test('a FLAC recording without a stated length is measured by its last frame, and gets a stated length', async () => {
    const flac = buildFlac(40, { samples: 0 })
    const { durationSeconds, edits } = await read(flac, 'audio/flac')
    expect(durationSeconds).toBeCloseTo(40 * 0.512)
    expect(edited(flac, edits).equals(buildFlac(40))).toBe(true)
  })

  test('a FLAC recording with a stated length stays unchanged', async () => {
    const found = await read(buildFlac(40), 'audio/flac')
    expect(found).toMatchObject({ durationSeconds: 20.48, rate: 8000, channels: 1 })
    expect(found.edits).toBeUndefined()
  })

  test('a FLAC recording of one short frame has the length of the frame', async () => {
    expect((await read(buildFlac(1, { samples: 0 }), 'audio/flac')).durationSeconds).toBeCloseTo(0.512)
  })

  test('a FLAC recording has its stated length if a large tag at its end hides the last frame', async () => {
    const { durationSeconds, edits } = await read(Buffer.concat([buildFlac(40), Buffer.alloc(3_000_000)]), 'audio/flac')
    expect([durationSeconds.toFixed(2), edits]).toEqual(['20.48', undefined])
  })

  test.each([0, 40 * 4096])(
    'a truncated FLAC recording has the length of the remaining audio when it states %i samples',
    async (samples) => {
      const flac = buildFlac(40, { samples })
      const { durationSeconds, edits } = await read(flac.subarray(0, flac.length / 2), 'audio/flac')
      expect(Math.abs(durationSeconds - 20 * 0.512)).toBeLessThan(0.6)
      expect(edits).toHaveLength(1)
    },
  )

  test.each([
    ['frames', buildFlac(0)],
    ['a header', Buffer.from('fLaC')],
  ])('a FLAC recording without %s is refused', async (_name, data) => {
    await expect(read(data, 'audio/flac')).rejects.toThrow('It contains no audio.')
  })
})

describe('a WAV recording', () => {
  const whole = buildWav()

  test.each([
    ['without sizes, as a pipe leaves it', { riff: 0, data: 0 }],
    ['with the sizes of an empty file, as a crashed recorder leaves it', { riff: 36, data: 0 }],
    ['with the largest sizes', { riff: 0xffff_ffff, data: 0xffff_ffff }],
  ])('%s is measured to its end and gets its sizes', async (_name, { riff, data }) => {
    const wav = Buffer.from(whole)
    wav.writeUInt32LE(riff, 4)
    wav.writeUInt32LE(data, 40)
    const found = await read(wav, 'audio/wav')
    expect(found).toMatchObject({ durationSeconds: 3, rate: 8000, channels: 1 })
    expect(edited(wav, found.edits).equals(whole)).toBe(true)
  })

  test.each(['RF64', 'BW64'])('a WAV recording with the header %s becomes a plain RIFF file', async (name) => {
    const sizes = Buffer.alloc(36)
    sizes.write('ds64')
    sizes.writeUInt32LE(28, 4)
    sizes.writeBigUInt64LE(24_000n, 16)
    const large = Buffer.concat([whole.subarray(0, 12), sizes, whole.subarray(12)])
    large.write(name)
    large.writeUInt32LE(0xffff_ffff, 4)
    large.writeUInt32LE(0xffff_ffff, 76)
    expect(detectType(large)).toBe('audio/wav')
    const { durationSeconds, edits } = await read(large, 'audio/wav')
    const plain = edited(large, edits)
    expect([durationSeconds, plain.toString('latin1', 0, 4), plain.readUInt32LE(4)]).toEqual([3, 'RIFF', large.length - 8])
    expect([plain.toString('latin1', 12, 16), plain.readUInt32LE(76)]).toEqual(['JUNK', 24_000])
    expect((await read(plain, 'audio/wav')).edits).toBeUndefined()
  })

  test('a WAV recording with an empty data chunk is refused', async () => {
    const empty = buildWav(0)
    await expect(read(empty, 'audio/wav')).rejects.toThrow('Its length can’t be read')
  })
})

describe('detection of an MP3 recording', () => {
  const seconds = (500 * 1152) / 44_100

  test.each([
    ['two tags, of which the second has a large cover', Buffer.concat([id3(Buffer.alloc(18)), id3(COVER)])],
    ['zeros', Buffer.alloc(1000)],
    ['more zeros than are read of its beginning', Buffer.alloc(2 * HEAD_BYTES)],
    ['the end of a frame, as in a recorded stream', buildMp3(2).subarray(100, 417)],
    ['an APE tag', Buffer.concat([apeTag(COVER, 'header'), COVER, apeTag(COVER, 'footer')])],
  ])('an MP3 recording may begin with %s', async (_name, beginning) => {
    const mp3 = Buffer.concat([beginning, buildMp3(500)])
    expect(detectType(mp3.subarray(0, HEAD_BYTES))).toBe('audio/mpeg')
    expect((await read(mp3, 'audio/mpeg')).durationSeconds).toBeCloseTo(seconds, 1)
  })

  test('an MP3 recording may end with a tag that is larger than its audio', async () => {
    const tag = Buffer.concat([apeTag(COVER, 'header'), COVER, apeTag(COVER, 'footer'), Buffer.from('TAG'), Buffer.alloc(125)])
    expect((await read(Buffer.concat([buildMp3(500), tag]), 'audio/mpeg')).durationSeconds).toBeCloseTo(seconds, 1)
  })

  test('a file of zeros is not an MP3 recording, nor is a file with a few bytes that look like a frame', async () => {
    expect(detectType(Buffer.alloc(1000))).toBeUndefined()
    expect(detectType(Buffer.concat([Buffer.from('words '), buildMp3(1), Buffer.alloc(3000, 'words ')]))).toBeUndefined()
    await expect(read(Buffer.concat([id3(COVER), Buffer.alloc(300_000, 'words ')]), 'audio/mpeg')).rejects.toThrow('no MP3 audio')
  })
})

describe('an MP4 with a picture track', () => {
  test.each([
    ['the pictures of chapters', 0.3],
    ['a cover', 0.1],
  ])('an MP4 is a recording if its pictures are %s', async (_name, perSecond) => {
    expect((await read(await buildMp4(perSecond), 'audio/mp4')).durationSeconds).toBeCloseTo(10)
  })

  test.each([5, 25])('an MP4 is a video if its track has %i pictures per second', async (perSecond) => {
    await expect(read(await buildMp4(perSecond), 'audio/mp4')).rejects.toThrow('It is a video.')
  })
})

/** Builds a FLAC recording of empty frames: 8 kHz, 8 bits, one channel, 4096 samples in a frame. */
function buildFlac(frames: number, { samples = frames * 4096 } = {}): Buffer {
  const head = Buffer.alloc(42)
  head.write('fLaC\x80\0\0\x22', 'latin1')
  head.writeUInt16BE(4096, 8)
  head.writeUInt16BE(4096, 10)
  head.writeUInt32BE((8000 << 12) | (7 << 4), 18)
  head.writeUInt32BE(samples, 22)
  const all = Array.from({ length: frames }, (_, number) => {
    const frame = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc4, 0x02, number]), Buffer.alloc(900, number)])
    frame[5] = crc8(frame.subarray(0, 5))
    return frame
  })
  return Buffer.concat([head, ...all])
}

function crc8(data: Buffer): number {
  let sum = 0
  for (const byte of data) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 7 : 0)) & 0xff
  }
  return sum
}

/** Builds a silent WAV recording: 8 kHz, 8 bits, one channel. */
function buildWav(seconds = 3): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.write('WAVEfmt ', 8)
  header.write('data', 36)
  for (const [at, number] of Object.entries({ 4: 36 + 8000 * seconds, 16: 16, 24: 8000, 28: 8000, 40: 8000 * seconds }))
    header.writeUInt32LE(number, Number(at))
  for (const [at, number] of Object.entries({ 20: 1, 22: 1, 32: 1, 34: 8 })) header.writeUInt16LE(number, Number(at))
  return Buffer.concat([header, Buffer.alloc(8000 * seconds, 128)])
}

function apeTag(content: Buffer, part: 'header' | 'footer'): Buffer {
  const tag = Buffer.alloc(32)
  tag.write('APETAGEX')
  tag.writeUInt32LE(2000, 8)
  tag.writeUInt32LE(content.length + 32, 12)
  tag.writeUInt32LE(part === 'header' ? 0xa000_0000 : 0x8000_0000, 20)
  return tag
}

/** Builds an MP4 with ten seconds of audio and a video track. */
async function buildMp4(perSecond: number): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const audio = new EncodedAudioPacketSource('aac')
  const video = new EncodedVideoPacketSource('vp9')
  output.addAudioTrack(audio)
  output.addVideoTrack(video)
  await output.start()
  const sound = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2, description: new Uint8Array([0x12, 0x10]) }
  for (let number = 0; number < 500; number++)
    await audio.add(new EncodedPacket(new Uint8Array(100), 'key', number / 50, 1 / 50), { decoderConfig: sound })
  for (let number = 0; number < 10 * perSecond; number++)
    await video.add(new EncodedPacket(new Uint8Array(100), 'key', number / perSecond, 1 / perSecond), {
      decoderConfig: { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 240 },
    })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}
