import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { Mp4OutputFormat, OggOutputFormat } from 'mediabunny'
import { parseFile } from 'music-metadata'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { buildAudio, buildChapteredMp3, buildMp3 } from '#tests/support/sample-files.ts'
import { OPUS_HEAD, writeRecording } from '#tests/support/write-recording.ts'
import { joinRecordings } from './join-recordings.ts'
import { readAudio } from './read-audio.ts'

/** Frames of an MP3 of ten seconds, rounded up */
const TEN_SECONDS = 383
const folder = await mkdtemp(join(tmpdir(), 'join-recordings-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let number = 0
let target: string
beforeEach(() => {
  target = join(folder, `joined-${number++}`)
})

async function joinFiles(files: Record<string, Uint8Array>, { level = 0 as 0 | 6 } = {}) {
  const path = join(folder, `archive-${number++}.zip`)
  await writeFile(path, zipSync(files, { level }))
  return joinRecordings(path, { target, scratch: `${target}.entry` })
}
const titles = async (files: Record<string, Uint8Array>) => (await joinFiles(files)).chapters.map(({ title }) => title)

/** Returns an MP3 whose tag has a title, a track number and a part of a set. */
function tagged(tags: Record<string, string>): Buffer {
  const frames = Object.entries(tags).map(([id, text]) => {
    const body = Buffer.from(`\x03${text}`)
    const head = Buffer.alloc(10)
    head.write(id)
    head.writeUInt32BE(body.length, 4)
    return Buffer.concat([head, body])
  })
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from([0, 0, body.length >> 7, body.length & 0x7f]), body, buildMp3(TEN_SECONDS)])
}

test('recordings become one, with a chapter for each', async () => {
  const files = {
    'Book/01 The rain.mp3': buildMp3(TEN_SECONDS),
    'Book/02 The_seed.mp3': buildMp3(2 * TEN_SECONDS),
    'Book/cover.jpg': Buffer.alloc(5),
  }
  for (const level of [0, 6] as const) {
    expect(await joinFiles(files, { level })).toEqual({
      type: 'audio/mpeg',
      chapters: [
        { start: 0, title: 'The rain' },
        { start: 10, title: 'The seed' },
      ],
    })
    const { format } = await parseFile(target, { duration: true })
    expect(format.duration).toBeCloseTo((3 * TEN_SECONDS * 1152) / 44_100, 0)
  }
})

test.skipIf(!hasCorpus).each(['id3v2.4.mp3', 'issue-502.mp3'])('two MP3s last twice as long as one: %s', async (name) => {
  const part = corpusFile(`audio/${name}`)
  const content = await readFile(part)
  await joinFiles({ '1.mp3': content, '2.mp3': content })
  const once = await readAudio(part, 'audio/mpeg')
  expect((await readAudio(target, 'audio/mpeg')).durationSeconds).toBeCloseTo(2 * once.durationSeconds, 1)
})

describe('recordings in containers', () => {
  const recordings = {
    'audio/mp4': () => writeRecording('aac', new Mp4OutputFormat(), { seconds: 10, config: { description: Uint8Array.of(0x11, 0x90) } }),
    'audio/ogg': () => writeRecording('opus', new OggOutputFormat(), { seconds: 10, config: { description: OPUS_HEAD } }),
    'audio/wav': async () => Buffer.from(await buildAudio({ seconds: 10 }).arrayBuffer()),
  }
  test.each(Object.entries(recordings))('become one of the same type, with all packets in order: %s', async (type, write) => {
    const content = await write()
    const extension = type.slice('audio/'.length).replace('mp4', 'm4a')
    const joined = await joinFiles({ [`1 Rain.${extension}`]: content, [`2 Sun.${extension}`]: content })
    expect(joined).toEqual({
      type,
      chapters: [
        { start: 0, title: 'Rain' },
        { start: 10, title: 'Sun' },
      ],
    })
    const { durationSeconds, coding } = await readAudio(target, type)
    expect([Math.round(durationSeconds), coding]).toEqual([20, (await readAudioOf(content, type)).coding])
    const packets = [...(await readFile(target)).toString('latin1').matchAll(/packet (\d{6})/g)].map(([, each]) => Number(each))
    if (type !== 'audio/wav') expect(packets).toEqual([...Array(500).keys(), ...Array(500).keys()])
  })

  test('of another kind than the first one are refused', async () => {
    const files = { '1.m4a': await recordings['audio/mp4'](), '2.ogg': await recordings['audio/ogg']() }
    await expect(joinFiles(files)).rejects.toThrow('“2.ogg” differs from the first recording: another format.')
  })
})

async function readAudioOf(content: Buffer, type: string) {
  const path = join(folder, `single-${number++}`)
  await writeFile(path, content)
  return readAudio(path, type)
}

describe('the order of recordings', () => {
  const mp3 = buildMp3(TEN_SECONDS)

  test('is that of the numbers in their names', async () => {
    const names = ['Part 10.mp3', 'Part 2.mp3', 'Part 1.mp3']
    expect(await titles(Object.fromEntries(names.map((name) => [name, mp3])))).toEqual(['Part 1', 'Part 2', 'Part 10'])
    expect(await titles({ 'CD 2/1.mp3': mp3, 'CD 1/2.mp3': mp3, 'CD 1/1.mp3': mp3, '__MACOSX/._1.mp3': Buffer.alloc(9) })).toEqual([
      '1',
      '2',
      '1',
    ])
  })

  test('is that of the track numbers if the names have no numbers', async () => {
    const files = {
      'ant.mp3': tagged({ TIT2: 'Third', TRCK: '1', TPOS: '2/2' }),
      'bee.mp3': tagged({ TIT2: 'Second', TRCK: '2/2', TPOS: '1/2' }),
      'cow.mp3': tagged({ TIT2: 'First', TRCK: '1/2', TPOS: '1/2' }),
    }
    expect(await titles(files)).toEqual(['First', 'Second', 'Third'])
    expect(await titles({ ...files, 'dog.mp3': tagged({ TRCK: '1/2', TPOS: '1/2' }) })).toEqual(['ant', 'bee', 'cow', 'dog'])
  })

  test('is that of the track numbers if one of the names has no number, such as that of an introduction', async () => {
    const files = {
      'Chapter 1.mp3': tagged({ TIT2: 'One', TRCK: '2' }),
      'Chapter 2.mp3': tagged({ TIT2: 'Two', TRCK: '3' }),
      'Intro.mp3': tagged({ TIT2: 'Intro', TRCK: '1' }),
    }
    expect(await titles(files)).toEqual(['Intro', 'One', 'Two'])
  })

  test('numbers in front of all names or all titles are no part of the titles of chapters', async () => {
    const named = (...names: string[]) => titles(Object.fromEntries(names.map((name) => [name, mp3])))
    expect(await named('0001 03 - The field.mp3', '0002 12._The_harvest.mp3')).toEqual(['The field', 'The harvest'])
    expect(await named('0001 12 months.mp3', '0002 1984.mp3', '0003 Sun.mp3')).toEqual(['12 months', '1984', 'Sun'])
    expect(await named('1.mp3', '2.mp3')).toEqual(['1', '2'])
    const files = { '1.mp3': tagged({ TIT2: '01 - Dedication' }), '2.mp3': tagged({ TIT2: '02 - 1984' }) }
    expect(await titles(files)).toEqual(['Dedication', '1984'])
  })

  test('a title that all tags repeat is the title of the book', async () => {
    expect(await titles({ '1 One.mp3': tagged({ TIT2: 'The Book' }), '2 Two.mp3': tagged({ TIT2: 'The Book' }) })).toEqual(['One', 'Two'])
    expect(await titles({ '1 One.mp3': tagged({ TIT2: 'Rain\nand sun' }), '2.mp3': tagged({ TIT2: 'Sun' }) })).toEqual([
      'Rain and sun',
      'Sun',
    ])
  })
})

describe('an archive is refused', () => {
  const refusals: [string, Record<string, Uint8Array>, RegExp][] = [
    ['without recordings', { 'a.txt': Buffer.from('text') }, /contains no recordings/],
    [
      'with a file that is no recording',
      { 'one.mp3': buildMp3(9), 'two.mp3': Buffer.from('%PDF-1.7 and more') },
      /“two.mp3” is no recording/,
    ],
    [
      'with recordings of different rates',
      { 'one.mp3': buildMp3(9), 'two.mp3': slower(9) },
      /“two.mp3” differs .* 48 kHz in place of 44.1 kHz/,
    ],
    ['with FLAC recordings', { 'one.flac': Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(5000)]) }, /“one.flac” is a FLAC recording/],
  ]
  test.each(refusals)('%s', async (_reason, files, message) => {
    await expect(joinFiles(files)).rejects.toThrow(message)
  })

  test('that states a wrong size, is cut off or holds more than any audiobook', async () => {
    const archive = Buffer.from(zipSync({ 'one.mp3': buildMp3(TEN_SECONDS) }, { level: 6 }))
    const path = join(folder, 'crafted.zip')
    const directory = archive.lastIndexOf(Buffer.from('PK\x01\x02'))
    const change = async (edit: (copy: Buffer) => Buffer) => {
      await writeFile(path, edit(Buffer.from(archive)))
      return joinRecordings(path, { target, scratch: `${target}.entry` })
    }
    const withSize = (size: number) => (copy: Buffer) => {
      copy.writeUInt32LE(size, directory + 24)
      return copy
    }
    await expect(change(withSize(100))).rejects.toThrow()
    await expect(change(withSize(0xfffffff0))).rejects.toThrow('larger than any audiobook')
    await expect(change((copy) => copy.subarray(0, copy.length / 2))).rejects.toThrow()
    await expect(change((copy) => Buffer.from(copy.toString('latin1').replaceAll('one.mp3', '../.mp3'), 'latin1'))).rejects.toThrow()
  })
})

test('a recording with several chapters keeps them', async () => {
  const own = [
    { start: 2, title: 'The seed' },
    { start: 5, title: 'The field' },
  ]
  const files = { '1 Part one.mp3': buildMp3(TEN_SECONDS), '2 Part two.mp3': buildChapteredMp3(TEN_SECONDS, own) }
  expect((await joinFiles(files)).chapters).toEqual([
    { start: 0, title: 'Part one' },
    { start: 10, title: 'Part two' },
    { start: 12, title: 'The seed' },
    { start: 15, title: 'The field' },
  ])
})

test('a recording of several files has few tags of its own', async () => {
  await joinFiles({ '1.mp3': buildChapteredMp3(TEN_SECONDS, [{ start: 1, title: 'Within' }]), '2.mp3': buildMp3(TEN_SECONDS) })
  expect((await parseFile(target)).common.title).toBeUndefined()
})

/** Returns an MP3 of 48 kHz. */
function slower(frames: number): Buffer {
  const frame = Buffer.alloc(384)
  frame.writeUInt32BE(0xfffb9400)
  return Buffer.concat(Array(frames).fill(frame))
}
