import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { corpusFile, hasCorpus } from '#tests/support/corpus.ts'
import { readAudio } from './read-audio.ts'
import { readId3Chapters } from './read-id3-chapters.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'id3-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Version = { version: 3 | 4; isPlain?: boolean }

const synchsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f))
function plain(size: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(size)
  return bytes
}

function frame(id: string, data: Buffer, { version, isPlain }: Version, flags = 0): Buffer {
  const size = version === 3 || isPlain ? plain(data.length) : synchsafe(data.length)
  return Buffer.concat([Buffer.from(id), size, Buffer.from([0, flags]), data])
}

function chapter(id: string, { start, title, version }: { start: number; title: Buffer; version: Version }): Buffer {
  const times = Buffer.concat([plain(start), plain(start + 1000), Buffer.alloc(8, 0xff)])
  return frame('CHAP', Buffer.concat([Buffer.from(`${id}\0`), times, frame('TIT2', title, version)]), version)
}

function contents(ids: string[], version: Version): Buffer {
  return frame(
    'CTOC',
    Buffer.concat([Buffer.from('toc\0'), Buffer.from([3, ids.length & 0xff]), Buffer.from(`${ids.join('\0')}\0`)]),
    version,
  )
}

async function read(frames: Buffer[], { version }: Version, { flags = 0, padding = 0 } = {}) {
  const body = Buffer.concat([...frames, Buffer.alloc(padding)])
  const tag = Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, flags]), synchsafe(body.length), body])
  const path = join(folder, 'tag')
  await writeFile(path, tag)
  return readId3Chapters(path, tag.length)
}

const latin = (text: string) => Buffer.from(`\0${text}`, 'latin1')
const list = (count: number, version: Version) =>
  Array.from({ length: count }, (_, index) => chapter(`ch${index}`, { start: index * 2000, title: latin(`Chapter ${index + 1}`), version }))
const ids = (count: number) => Array.from({ length: count }, (_, index) => `ch${index}`)

test.each([1, 25, 30, 60, 130, 255, 300])(
  '%i chapters are read, with plain sizes in version 2.4 as ffmpeg writes them, and with others',
  async (count) => {
    for (const version of [{ version: 4, isPlain: true }, { version: 4 }, { version: 3 }] as const)
      for (const padding of [0, 10, 1000]) {
        const found = await read([frame('TSSE', latin('Lavf'), version), contents(ids(count), version), ...list(count, version)], version, {
          padding,
        })
        expect(found).toHaveLength(count)
        expect(found.at(-1)).toEqual({ start: (count - 1) * 2, title: `Chapter ${count}` })
      }
  },
)

test('titles are read in every encoding, also longer than 127 bytes with a plain size', async () => {
  const version = { version: 4, isPlain: true } as const
  const long = 'Ein langes Kapitel '.repeat(20).trim()
  const titles = [
    Buffer.concat([Buffer.from([1]), Buffer.from('\ufeffCafé', 'utf16le')]),
    Buffer.concat([Buffer.from([2]), Buffer.from('Ngũgĩ', 'utf16le').swap16()]),
    Buffer.from('\x03Zuva — 太陽\0second value'),
    latin(long),
  ]
  const found = await read(
    titles.map((title, index) => chapter(`c${index}`, { start: index, title, version })),
    version,
  )
  expect(found.map(({ title }) => title)).toEqual(['Café', 'Ngũgĩ', 'Zuva — 太陽', long])
})

test('chapters that no table of contents lists are hidden; chapters without any table are read', async () => {
  const version = { version: 4 } as const
  expect(await read([contents(['ch1'], version), ...list(3, version)], version)).toEqual([{ start: 2, title: 'Chapter 2' }])
  expect(await read(list(3, version), version)).toHaveLength(3)
})

test('unsynchronised tags are read; damaged ones have no chapters', async () => {
  const version = { version: 3 } as const
  const frames = Buffer.concat(list(2, version))
  const unsynchronised = Buffer.from(frames.toString('latin1').replaceAll('\xff', '\xff\0'), 'latin1')
  expect(await read([unsynchronised], version, { flags: 0x80 })).toHaveLength(2)
  expect(await read([Buffer.from('CHAP\xff\xff\xff\xff\0\0ch0', 'latin1')], version)).toEqual([])
  expect(await read([frame('CHAP', Buffer.from('no times'), version)], version)).toEqual([])
})

test.skipIf(!hasCorpus)('an MP3 that ffmpeg wrote has all of its 30 chapters', async () => {
  const { chapters, chaptersLeftOut } = await readAudio(corpusFile('field2/thirty-chapters.mp3'), 'audio/mpeg')
  expect([chapters.length, chaptersLeftOut]).toEqual([30, 0])
})
