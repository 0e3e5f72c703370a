import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { AUDIO_CODINGS, findCoding, MP4_CONTAINERS } from '#server/media/audio/audio-codings.ts'
import { createFfmpeg } from '#server/media/audio/ffmpeg.ts'
import { receiveFile } from '#server/media/upload/receive-file.ts'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { prepareAudio } from './prepare-audio.ts'

// The timeout is long, since processes have to wait for a core on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'audio-codings-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function prepare(data: Buffer, { program = '/nowhere/ffmpeg' } = {}) {
  const file = await receiveFile(Readable.from([data]), { folder, field: 'audio', filename: 'a', format: 'audio', limitBytes: 15e6 })
  const { files, details } = await prepareAudio(file, { preview: false, ffmpeg: createFfmpeg(program) })
  return { type: files[0]?.type, key: files[0]?.key, content: await readFile(files[0]?.path ?? ''), details }
}
const refusal = (message: RegExp | string) => ({
  status: 400,
  errors: [{ field: 'audio', message: expect.stringMatching(message) }],
})

/** Builds an MP4 with a second of silence and a given sample entry. */
async function buildMp4(entry: string): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 2, description: new Uint8Array([0x12, 0x10]) }
  for (let number = 0; number < 50; number++)
    await source.add(new EncodedPacket(new Uint8Array(100), 'key', number / 50, 1 / 50), { decoderConfig })
  await output.finalize()
  const file = Buffer.from(target.buffer ?? new ArrayBuffer(0))
  file.write(entry, file.indexOf('mp4a', file.indexOf('stsd')))
  return file
}

/** Builds a WAV file with a given format tag and blocks of zeros. */
function buildWav(tag: number, { blocks = 20, blockBytes = 256, blockSamples = 505, bits = 4 } = {}): Buffer {
  const header = Buffer.alloc(48)
  header.write('RIFF')
  header.write('WAVEfmt ', 8)
  for (const [at, number] of [
    [4, 40 + blocks * blockBytes],
    [16, 20],
    [24, 8000],
    [28, 4000],
    [44, blocks * blockBytes],
  ] as const)
    header.writeUInt32LE(number, at)
  for (const [at, number] of [
    [20, tag],
    [22, 1],
    [32, blockBytes],
    [34, bits],
    [36, 2],
    [38, blockSamples],
  ] as const)
    header.writeUInt16LE(number, at)
  header.write('data', 40)
  return Buffer.concat([header, Buffer.alloc(blocks * blockBytes)])
}

test('docs/audio.md lists each codec of each container and whether it plays, is converted, or is refused', async () => {
  const outcomes = { plays: 'Plays', converted: 'Converted', refused: 'Refused' }
  const page = await readFile(join(import.meta.dirname, '../../../docs/audio.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `audio/'))
  const listed = rows.map((row) =>
    row
      .split('|')
      .slice(1, 5)
      .map((cell) => cell.replaceAll(/[`\s]+/g, ' ').trim()),
  )
  const known = Object.entries(AUDIO_CODINGS).flatMap(([type, codings]) =>
    Object.entries(codings).map(([id, { name, outcome }]) => [type, id, name, outcomes[outcome]]),
  )
  expect(listed).toEqual(known)
})

test('docs/audio.md lists the containers of MP4 audio and whether codecs that play are converted in them', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/audio.md'), 'utf8')
  const rows = page.split('\n').flatMap((line) => /^\| (\w+) \| (plays|converted) \|/.exec(line)?.slice(1) ?? [])
  expect(rows).toEqual(Object.entries(MP4_CONTAINERS).flatMap(([name, { outcome }]) => [name, outcome]))
  for (const [container, { outcome }] of Object.entries(MP4_CONTAINERS))
    expect(findCoding('audio/mp4', `mp4a.40.2 in ${container}`).outcome).toBe(outcome)
})

describe('without ffmpeg', () => {
  test.each([
    ['alac', /encoded as Apple Lossless, which few browsers play, and this server has no ffmpeg/],
    ['ac-3', /Dolby Digital/],
    ['samr', /AMR/],
    ['enca', /copy-protected/],
    ['xyzw', /“xyzw”, which browsers can’t play\. Export it as MP3 or AAC\./],
  ])('an MP4 recording with the codec %s is refused with the codec’s name', async (entry, message) => {
    await expect(prepare(await buildMp4(entry))).rejects.toMatchObject(refusal(message))
  })

  test.each([
    [0x02, /encoded as Microsoft ADPCM, which few browsers play, and this server has no ffmpeg to convert it\. Export it as MP3 or AAC\./],
    [0x11, /encoded as IMA ADPCM, which few browsers play, and this server has no ffmpeg/],
    [0x31, /GSM/],
    [0x161, /“0x0161”/],
  ])('a WAV file with the format tag %d is refused with the codec’s name', async (tag, message) => {
    await expect(prepare(buildWav(tag))).rejects.toMatchObject(refusal(message))
  })
})

describe.skipIf(!hasFfmpeg)('with ffmpeg', { tags: ['full'] }, () => {
  const make = async (...args: string[]) => {
    const path = join(folder, `made-${Math.random()}`)
    spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=f=440:r=22050:d=3', ...args, path])
    return readFile(path)
  }

  test.each([
    ['Apple Lossless', ['-c:a', 'alac', '-f', 'ipod']],
    ['Dolby Digital', ['-ar', '48000', '-c:a', 'ac3', '-f', 'mp4']],
    ['ADPCM of Microsoft', ['-c:a', 'adpcm_ms', '-f', 'wav']],
    ['ADPCM of IMA', ['-c:a', 'adpcm_ima_wav', '-f', 'wav']],
    ['PCM of 64 bits', ['-c:a', 'pcm_f64le', '-f', 'wav']],
  ])('%s is converted to AAC, to the same bytes each time; uploading the result stores it unchanged', async (_name, args) => {
    const upload = await make(...args)
    const first = await prepare(upload, { program: 'ffmpeg' })
    expect([first.type, first.details.durationSeconds]).toEqual(['audio/mp4', expect.closeTo(3, 0)])
    expect(first.details.uploadSha256).toHaveLength(64)
    expect((await prepare(upload, { program: 'ffmpeg' })).key).toBe(first.key)
    const again = await prepare(first.content, { program: 'ffmpeg' })
    expect([again.key, again.details.durationSeconds]).toEqual([first.key, expect.closeTo(first.details.durationSeconds, 1)])
  })

  /** Builds a recording of silence in AMR, which few builds of ffmpeg encode. */
  const makeAmr = async (kind: 'AMR' | 'AMR-WB', format: string) => {
    const [from, to] = [join(folder, `${kind}-${Math.random()}`), join(folder, `made-${Math.random()}`)]
    const frame = kind === 'AMR' ? Buffer.concat([Buffer.of(0x3c), Buffer.alloc(31)]) : Buffer.concat([Buffer.of(0x44), Buffer.alloc(60)])
    await writeFile(from, Buffer.concat([Buffer.from(`#!${kind}\n`), ...Array<Buffer>(150).fill(frame)]))
    spawnSync('ffmpeg', ['-v', 'error', '-i', from, '-c', 'copy', '-f', format, to])
    return readFile(to)
  }
  const video = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=10:d=3', '-c:v', 'mpeg4']
  const still = ['-f', 'lavfi', '-i', 'color=red:s=64x64:d=1:r=1', '-c:v', 'mjpeg']

  const recordings: [string, () => Promise<Buffer>][] = [
    ['AAC in 3GP', () => make('-ar', '44100', '-c:a', 'aac', '-f', '3gp')],
    ['AAC in 3G2', () => make('-ar', '44100', '-c:a', 'aac', '-f', '3g2')],
    ['AMR in 3GP', () => makeAmr('AMR', '3gp')],
    ['AMR-WB in 3GP', () => makeAmr('AMR-WB', '3gp')],
    ['AMR in 3G2', () => makeAmr('AMR', '3g2')],
    ['AMR in QuickTime', () => makeAmr('AMR', 'mov')],
    ['AAC in QuickTime', () => make('-ar', '44100', '-c:a', 'aac', '-f', 'mov')],
    ['AAC in QuickTime with a cover', () => make(...still, '-ar', '44100', '-c:a', 'aac', '-disposition:v', 'attached_pic', '-f', 'mov')],
    ['AAC in QuickTime with a still picture', () => make(...still, '-ar', '44100', '-c:a', 'aac', '-f', 'mov')],
    ['Apple Lossless in QuickTime', () => make('-c:a', 'alac', '-f', 'mov')],
    ...['pcm_s16le', 'pcm_s16be', 'pcm_s24be', 'pcm_f32le', 'pcm_mulaw', 'adpcm_ima_qt'].map((codec): [string, () => Promise<Buffer>] => [
      `${codec} in QuickTime`,
      () => make('-ar', '44100', '-c:a', codec, '-f', 'mov'),
    ]),
  ]

  test.each(recordings)('%s is converted to AAC in MP4', async (_name, build) => {
    const { type, content, details } = await prepare(await build(), { program: 'ffmpeg' })
    expect([type, details.durationSeconds]).toEqual(['audio/mp4', expect.closeTo(3, 0)])
    expect(content.toString('latin1', 4, 11)).toBe('ftypM4A')
  })

  test('a recording of more than an hour whose codec requires conversion is refused, with or without ffmpeg', async () => {
    const upload = buildWav(0x11, { blocks: 58_000 })
    await expect(prepare(upload, { program: 'ffmpeg' })).rejects.toMatchObject(refusal(/IMA ADPCM.* too long to be converted here/))
    await expect(prepare(upload)).rejects.toMatchObject(refusal(/IMA ADPCM.* no ffmpeg/))
  })

  test.each(['3gp', 'mov'])('a video in %s is refused as a video, with or without ffmpeg', async (format) => {
    const upload = await make(...video, '-ar', '44100', '-c:a', 'aac', '-f', format)
    for (const program of ['ffmpeg', '/nowhere/ffmpeg'])
      await expect(prepare(upload, { program })).rejects.toMatchObject({
        status: 415,
        errors: [{ message: expect.stringContaining('It is a video.') }],
      })
  })

  test('without ffmpeg, AAC in 3GP and QuickTime is published as it is, with a preview; AMR is refused by its name', async () => {
    for (const format of ['3gp', 'mov']) {
      const upload = await make('-ar', '44100', '-c:a', 'aac', '-f', format)
      expect((await prepare(upload)).content.equals(upload), format).toBe(true)
      await expect(prepare(await makeAmr('AMR', format))).rejects.toMatchObject(refusal(/encoded as AMR, which few browsers play/))
    }
  })

  test.skipIf(!hasCorpus).each(['voice.3gp', 'memo.qta'])('%s is converted', async (name) => {
    const { type } = await prepare(await readFile(corpusFile(`field2/${name}`)), { program: 'ffmpeg' })
    expect(type).toBe('audio/mp4')
  })
})
