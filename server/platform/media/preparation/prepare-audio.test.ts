import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { receiveFile } from '#server/platform/media/intake/receive-file.ts'
import { prepareAudio } from './prepare-audio.ts'

// A process or an encoder has to wait its turn on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'prepare-audio-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a recording', () => {
  test('in WAV format has its duration and type', async () => {
    const { files, details } = await prepare(buildWav(3))
    expect(details.durationSeconds).toBeCloseTo(3)
    expect(files).toMatchObject([{ role: 'original', type: 'audio/wav', key: expect.stringMatching(/\.wav$/) }])
  })

  test('in MP3 format is measured by its frames', async () => {
    const { files, details } = await prepare(buildMp3(200))
    expect(details.durationSeconds).toBeCloseTo((200 * 1152) / 44_100, 3)
    expect(files).toMatchObject([{ type: 'audio/mpeg', key: expect.stringMatching(/\.mp3$/) }])
  })

  test('in MP3 format may have a variable bit rate and stray bytes after its tag', async () => {
    const tag = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a'), Buffer.alloc(10, 0xff), Buffer.alloc(50)])
    const dense = buildMp3(50).fill(0)
    for (let index = 0; index < 33; index += 1) dense.writeUInt32BE(0xfffbb000, index * 626)
    const { details } = await prepare(
      Buffer.concat([tag, buildMp3(100), dense.subarray(0, 33 * 626), Buffer.from('TAG'), Buffer.alloc(125)]),
    )
    expect(details.durationSeconds).toBeCloseTo((133 * 1152) / 44_100, 3)
  })

  test('in MP3 format is measured across the boundaries of the read buffer', async () => {
    const { details } = await prepare(buildMp3(8000))
    expect(details.durationSeconds).toBeCloseTo((8000 * 1152) / 44_100, 3)
  })

  test('in MP3 format that was cut short has the duration that is left', async () => {
    const whole = buildMp3(200)
    const { details } = await prepare(whole.subarray(0, whole.length / 2 + 100))
    expect(details.durationSeconds).toBeCloseTo((100 * 1152) / 44_100, 3)
  })
})

describe('a recording is refused', () => {
  test.each([
    ['text', Buffer.from('hello'), 415, /another kind of file/],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415, /This is a PNG picture/],
    ['AAC without a container', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0, 0, 0]), 415, /another kind/],
    ['a film', Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypqt  \0\0\0\0qt  ')]), 415, /This is a film/],
    ['a WAV without sound', buildWav(0), 400, /can’t be used/],
    ['a tag without MP3', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x0a'), Buffer.alloc(500)]), 400, /can’t be used/],
    ['an M4A without contents', Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('ftypM4A \0\0\0\0')]), 400, /can’t be used/],
  ])('for being %s', async (_name, data, status, message) => {
    await expect(prepare(data)).rejects.toMatchObject({ status, errors: [{ field: 'audio', message: expect.stringMatching(message) }] })
  })
})

async function prepare(data: Buffer) {
  return prepareAudio(await receiveFile(Readable.from([data]), { folder, field: 'audio', filename: 'a', kind: 'audio', limitBytes: 15e6 }))
}

/** 8 kHz, 8 bits, one channel, silent. */
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

/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: frames of 417 bytes with nothing in them. */
function buildMp3(frames: number) {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return Buffer.concat(Array(frames).fill(frame))
}
