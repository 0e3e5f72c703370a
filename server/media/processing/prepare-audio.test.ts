// @module-tag full
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Mp4OutputFormat, OggOutputFormat } from 'mediabunny'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createFfmpeg } from '#server/media/audio/ffmpeg.ts'
import { receiveFile } from '#server/media/upload/receive-file.ts'
import { buildMp3 } from '#tests/support/sample-files.ts'
import { OPUS_HEAD, writeRecording } from '#tests/support/write-recording.ts'
import { prepareAudio } from './prepare-audio.ts'

// The timeout is long, since processes and encoders have to wait for a core on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const [ffmpeg, noFfmpeg] = [createFfmpeg('ffmpeg'), createFfmpeg('/nowhere/ffmpeg')]

const folder = await mkdtemp(join(tmpdir(), 'prepare-audio-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a recording', () => {
  test('a recording in WAV format has its duration and type', async () => {
    const { files, details } = await prepare(buildWav(3))
    expect(details.durationSeconds).toBeCloseTo(3)
    expect(files).toMatchObject([{ role: 'original', type: 'audio/wav', key: expect.stringMatching(/\.wav$/) }])
  })

  test('a recording in MP3 format is measured by its frames', async () => {
    const { files, details } = await prepare(buildMp3(200))
    expect(details.durationSeconds).toBeCloseTo((200 * 1152) / 44_100, 3)
    expect(files).toMatchObject([{ type: 'audio/mpeg', key: expect.stringMatching(/\.mp3$/) }])
  })

  test('an MP3 recording may have a variable bit rate, and stray bytes after its tag', async () => {
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a'), Buffer.alloc(10, 0xff), Buffer.alloc(50)])
    const dense = buildMp3(50).fill(0)
    for (let index = 0; index < 33; index += 1) dense.writeUInt32BE(0xfffbb000, index * 626)
    const { details } = await prepare(
      Buffer.concat([tag, buildMp3(100), dense.subarray(0, 33 * 626), Buffer.from('TAG'), Buffer.alloc(125)]),
    )
    expect(details.durationSeconds).toBeCloseTo((133 * 1152) / 44_100, 3)
  })

  test('an MP3 recording is measured across the boundaries of the read buffer', async () => {
    const { details } = await prepare(buildMp3(8000))
    expect(details.durationSeconds).toBeCloseTo((8000 * 1152) / 44_100, 3)
  })

  test('a truncated MP3 recording has the duration of its remaining frames', async () => {
    const whole = buildMp3(200)
    const { details } = await prepare(whole.subarray(0, whole.length / 2 + 100))
    expect(details.durationSeconds).toBeCloseTo((100 * 1152) / 44_100, 3)
  })
})

describe('seek tables of MP3s whose byte positions are not proportional to time', () => {
  const TAG = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x1e'), Buffer.alloc(30)])
  const uneven = Buffer.concat([buildMp3(500), buildMp3(1500, 32)])
  const seconds = (2000 * 1152) / 44_100
  const stored = async (data: Buffer) => {
    const { files, details } = await prepare(data)
    return { bytes: await readFile(files[0]?.path ?? ''), key: files[0]?.key, details }
  }
  /** Returns the byte position at which players seek to a hundredth of the duration. */
  const sought = (bytes: Buffer, hundredth: number) => {
    const at = bytes.indexOf('Xing')
    const share = (bytes[at + 16 + hundredth] ?? 0) / 256
    return at - 36 + share * bytes.readUInt32BE(at + 12)
  }

  test('an MP3 with two bit rates gets a seek table, while its tag and its audio stay unchanged', async () => {
    const { bytes, details } = await stored(Buffer.concat([TAG, uneven]))
    const at = TAG.length + 36
    expect(bytes.toString('latin1', at, at + 4)).toBe('Xing')
    expect(bytes.readUInt32BE(at + 8)).toBe(2000)
    expect(details.durationSeconds).toBeCloseTo(seconds, 3)
    expect(bytes.subarray(0, TAG.length).equals(TAG)).toBe(true)
    expect(bytes.subarray(-uneven.length).equals(uneven)).toBe(true)
    // Half of the duration is the 500 frames of the first bit rate and 500 frames of the second.
    expect(Math.abs(sought(bytes, 50) - (bytes.length - 1000 * 104))).toBeLessThan(bytes.length / 256)
  })

  test('an MP3 with an added seek table stays unchanged when uploaded again', async () => {
    const first = await stored(uneven)
    const second = await stored(first.bytes)
    expect([second.key, second.details.durationSeconds]).toEqual([first.key, first.details.durationSeconds])
  })

  test.each([
    ['claims more frames than there are', (table: Buffer) => void table.writeUInt32BE(9000, 44)],
    ['has no positions', (table: Buffer) => void table.writeUInt32BE(3, 40)],
    ['has those of another file', (table: Buffer) => void table.fill(200, 60, 140)],
  ])('an MP3 gets a new seek table instead of one that %s', async (_name, damage) => {
    const good = await stored(uneven)
    const bad = Buffer.from(good.bytes)
    damage(bad)
    expect((await stored(bad)).bytes.equals(good.bytes)).toBe(true)
  })

  test.each([
    ['has one bit rate', buildMp3(3000)],
    ['ends with a small tag', Buffer.concat([buildMp3(3000), Buffer.from('TAG'), Buffer.alloc(125)])],
  ])('an MP3 that %s needs no seek table and is stored unchanged', async (_name, data) => {
    expect((await stored(data)).bytes.equals(data)).toBe(true)
  })

  test('an MP3 with a large picture at its end gets a seek table', async () => {
    const { bytes } = await stored(Buffer.concat([buildMp3(3000), Buffer.from('APETAGEX'), Buffer.alloc(300_000)]))
    expect(bytes.includes('Xing')).toBe(true)
  })
})

describe('previews of priced recordings', () => {
  const previewOf = async (data: Buffer) => {
    const { files, details } = await prepare(data, true)
    const preview = files.find(({ role }) => role === 'preview')
    return { whole: files[0], preview, details, bytes: preview && (await readFile(preview.path)) }
  }

  test('the preview of an MP3 has the frames of the first minute and states its own length', async () => {
    const { bytes, preview } = await previewOf(buildMp3(8000))
    expect([preview?.type, preview?.key.endsWith('.mp3'), preview?.bytes]).toEqual(['audio/mpeg', true, bytes?.length])
    const cut = await prepare(bytes ?? Buffer.alloc(0))
    expect(cut.details.durationSeconds).toBeGreaterThan(59)
    expect(cut.details.durationSeconds).toBeLessThanOrEqual(60 + 1152 / 44_100)
  })

  test('the preview of a short recording is at most half of the recording', async () => {
    const { bytes } = await previewOf(buildMp3(1000))
    const { details } = await prepare(bytes ?? Buffer.alloc(0))
    expect(details.durationSeconds).toBeLessThanOrEqual((500 * 1152) / 44_100 + 0.03)
  })

  test('the preview of a recording omits the tags, which may describe the whole recording', async () => {
    const secret = Buffer.from('the whole transcript')
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x1e'), Buffer.from('TIT2\0\0\0\x14\0\0'), secret])
    const { bytes } = await previewOf(Buffer.concat([tag, buildMp3(8000)]))
    expect(bytes?.length).toBeGreaterThan(10_000)
    expect(bytes?.includes(secret)).toBe(false)
  })

  test('the preview of a WAV file is a WAV file', async () => {
    const { bytes, preview } = await previewOf(buildWav(10))
    const { details } = await prepare(bytes ?? Buffer.alloc(0))
    expect([preview?.type, Math.round(details.durationSeconds)]).toEqual(['audio/wav', 5])
  })

  test.each([
    ['audio/mp4', 'aac', new Mp4OutputFormat({ fastStart: 'in-memory' }), { description: new Uint8Array([0x12, 0x10]) }],
    ['audio/ogg', 'opus', new OggOutputFormat(), { description: OPUS_HEAD }],
  ] as const)('in %s is a separate file that is no longer than its stated duration', async (type, codec, format, config) => {
    const recording = await writeRecording(codec, format, { seconds: 200, config })
    const { bytes, preview, details } = await previewOf(recording)
    expect([preview?.type, Math.round(details.durationSeconds)]).toEqual([type, 200])
    const cut = await prepare(bytes ?? Buffer.alloc(0))
    expect(cut.details.durationSeconds).toBeGreaterThan(59)
    expect(cut.details.durationSeconds).toBeLessThanOrEqual(60.1)
    // Every packet contains its number, and packets after the first minute are missing.
    expect(lastPacket(bytes)).toBeGreaterThan(2900)
    expect(lastPacket(bytes)).toBeLessThanOrEqual(3000)
  })
})

describe('recordings with timestamps that do not begin at zero', () => {
  const LATE = 18_000
  const opus = { description: OPUS_HEAD }
  const aac = { description: new Uint8Array([0x12, 0x10]) }

  test.each([
    ['in Ogg', 'opus', () => new OggOutputFormat(), opus],
    ['in fragments of MP4', 'aac', () => new Mp4OutputFormat({ fastStart: 'fragmented' }), aac],
  ] as const)('%s do not lengthen the recording, and its preview is half of it', async (_name, codec, format, config) => {
    const recording = await writeRecording(codec, format(), { seconds: 6, from: LATE, config })
    const { files, details } = await prepare(recording, true)
    expect(details.durationSeconds).toBeCloseTo(6, 1)
    const preview = await readFile(files.find(({ role }) => role === 'preview')?.path ?? '')
    expect((await prepare(preview)).details.durationSeconds).toBeCloseTo(3, 1)
    expect(lastPacket(preview)).toBeLessThan(150)
    const stored = await readFile(files[0]?.path ?? '')
    expect([lastPacket(stored), (await prepare(stored)).details.uploadSha256]).toEqual([299, undefined])
  })

  test('timestamps of an Ogg file that jump or do not begin at zero are corrected when stored; a file with correct timestamps stays unchanged', async () => {
    const usual = await writeRecording('opus', new OggOutputFormat(), { seconds: 6, config: opus })
    const last = usual.lastIndexOf('OggS')
    for (const part of [0.02, 0.5]) {
      const { files, details } = await prepare(setClock(usual, LATE, part))
      expect(details.durationSeconds).toBeCloseTo(6, 1)
      const stored = await readFile(files[0]?.path ?? '')
      expect(Number(stored.readBigInt64LE(last + 6)) / 48_000).toBeCloseTo(6, 1)
      // Ogg pages before the jump in time are stored unchanged, with the same checksums.
      if (part === 0.5) expect(stored.subarray(0, last).equals(usual.subarray(0, last))).toBe(true)
      expect((await prepare(stored)).details.uploadSha256).toBeUndefined()
    }
    expect((await prepare(usual)).details.uploadSha256).toBeUndefined()
  })

  test('the durations of consecutive Ogg streams add up to the duration of the recording', async () => {
    const part = await writeRecording('opus', new OggOutputFormat(), { seconds: 6, config: opus })
    expect((await prepare(Buffer.concat([part, part]), false, { withFfmpeg: false })).details.durationSeconds).toBeCloseTo(12, 1)
  })
})

test('a WAV file that claims an hour has the duration of its actual data, and its preview is half as long', async () => {
  const wav = buildWav(10)
  wav.writeUInt32LE(8000 * 3600, 40)
  const { files, details } = await prepare(wav, true)
  expect(details.durationSeconds).toBeCloseTo(10)
  const preview = files.find(({ role }) => role === 'preview')
  expect(preview?.bytes).toBeLessThan(wav.length / 2 + 100)
})

describe('unusable recordings are refused', () => {
  test.each([
    ['text', Buffer.from('hello'), 415, /type of file is not supported/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415, /This is a PNG image/],
    ['AAC without a container', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0, 0, 0]), 415, /This is an AAC recording without a container/],
    ['a film', Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypf4v \0\0\0\0f4v ')]), 415, /This is a video/],
    ['a WAV without sound', buildWav(0), 400, /can’t be used/],
    ['a tag without MP3', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a'), Buffer.alloc(500)]), 400, /can’t be used/],
    ['an M4A without contents', Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypM4A \0\0\0\0')]), 400, /can’t be used/],
  ])('a file that is %s is refused as a recording', async (_name, data, status, message) => {
    await expect(prepare(data)).rejects.toMatchObject({ status, errors: [{ field: 'audio', message: expect.stringMatching(message) }] })
  })
})

async function prepare(data: Buffer, preview = false, { withFfmpeg = true } = {}) {
  const file = await receiveFile(Readable.from([data]), { folder, field: 'audio', filename: 'a', format: 'audio', limitBytes: 15e6 })
  return prepareAudio(file, { preview, ffmpeg: withFfmpeg ? ffmpeg : noFfmpeg })
}

/** Returns the number in the last packet of a recording from `writeRecording`. */
function lastPacket(bytes: Buffer = Buffer.alloc(0)): number {
  return Math.max(...[...bytes.toString('latin1').matchAll(/packet (\d{6})/g)].map(([, number]) => Number(number)))
}

/** Adds seconds to the timestamps of an Ogg recording, from a fraction of its bytes onwards. */
function setClock(ogg: Buffer, seconds: number, part: number): Buffer {
  const changed = Buffer.from(ogg)
  for (let at = changed.indexOf('OggS', part * ogg.length); at > 0; at = changed.indexOf('OggS', at + 4))
    changed.writeBigInt64LE(changed.readBigInt64LE(at + 6) + BigInt(48_000 * seconds), at + 6)
  return changed
}

/** Builds a silent WAV file: 8 kHz, 8 bits, one channel. */
function buildWav(seconds: number) {
  const header = Buffer.alloc(44)
  const samples = Buffer.alloc(8000 * seconds, 128)
  header.write('RIFF')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
