import { readdir, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text as textOf } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { cachedResponse } from './cached-response.ts'
import { writeCompressedFile } from './compressed-file.ts'

const LINE = 'a line of the text\n'
const TEXT = LINE.repeat(50_000)

async function pack(write = (append: (text: string) => Promise<void>) => writeLines(append)) {
  const folder = await makeTempFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const state = { closed: false, openFiles: () => openFilesIn(folder), named: () => readdir(folder) }
  const packing = writeCompressedFile({ folder, onClose: () => (state.closed = true) }, write)
  return { state, packing }
}

async function writeLines(append: (text: string) => Promise<void>) {
  for (let line = 0; line < 50_000; line += 500) await append(LINE.repeat(500))
}

/** Returns the number of files in the folder that this process has open, including unlinked files. */
async function openFilesIn(folder: string) {
  const links = (await readdir('/proc/self/fd')).map((file) => readlink(join('/proc/self/fd', file)).catch(() => ''))
  return (await Promise.all(links)).filter((path) => path.startsWith(folder)).length
}

test('a text is read back unchanged, compressed and plain, by many concurrent readers', async () => {
  const { packing, state } = await pack()
  const packed = await packing
  expect(packed.bytes).toBe(TEXT.length)
  expect(packed.compressedBytes).toBeLessThan(TEXT.length / 10)
  expect(packed.etag).toBe(cachedResponse({ headers: {}, body: Buffer.from(TEXT) }).headers.etag)
  const plain = await Promise.all([1, 2, 3].map(() => textOf(packed.read('identity'))))
  expect(plain.every((text) => text === TEXT)).toBe(true)
  const bytes = await buffer(packed.read('gzip'))
  expect(bytes.length).toBe(packed.compressedBytes)
  expect(gunzipSync(bytes).toString() === TEXT).toBe(true)
  packed.drop()
  await expect.poll(() => state.closed).toBe(true)
})

test('a compressed file is unlinked immediately, and closed once it is dropped and its last reader has finished', async () => {
  const { packing, state } = await pack()
  const packed = await packing
  expect([await state.named(), await state.openFiles()]).toEqual([[], 1])
  const [left, read] = [packed.read('identity'), packed.read('gzip')]
  packed.drop()
  left.destroy()
  expect(gunzipSync(await buffer(read)).toString() === TEXT).toBe(true)
  await expect.poll(() => state.closed).toBe(true)
  expect(await state.openFiles()).toBe(0)
})

test('a failure while writing a compressed file leaves no open file', async () => {
  const { packing, state } = await pack(async (append) => {
    await append(LINE)
    throw new Error('no database')
  })
  await expect(packing).rejects.toThrow('no database')
  expect([await state.named(), await state.openFiles()]).toEqual([[], 0])
})
