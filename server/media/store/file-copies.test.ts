import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insufficientStorage } from '#server/platform/problems.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { createFileCopies } from './file-copies.ts'
import type { MediaStore } from './media-store.ts'
import { openS3MediaStore } from './s3-media-store.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let store: MediaStore
let folder: string
let downloads = 0
beforeAll(async () => {
  s3 = await startS3Server()
  const bucket = openS3MediaStore(await s3.makeBucket())
  const open: MediaStore['open'] = (...args) => {
    downloads++
    return bucket.open(...args)
  }
  store = { ...bucket, open }
  folder = await makeTempFolder()
})
afterAll(async () => {
  s3.stop()
  await rm(folder, { recursive: true })
})

async function put(bytes = 1000) {
  const key = `${randomBytes(32).toString('hex')}.pdf`
  const content = randomBytes(bytes)
  await store.write(
    key,
    (async function* () {
      yield content
    })(),
  )
  return { key, content }
}

const openCopies = (options: Partial<Parameters<typeof createFileCopies>[0]> = {}) =>
  createFileCopies({ store, folder, requireFreeSpace: async () => undefined, idleMs: 500, ...options })
const isEmpty = async () => (await readdir(folder)).length === 0

test('concurrent and successive uses of a stored file share one downloaded copy, which is deleted after an idle time', async () => {
  const { key, content } = await put()
  const copies = openCopies()
  downloads = 0
  const read = () => copies.use(key, (path) => readFile(path))
  for (const bytes of await Promise.all(Array.from({ length: 30 }, read))) expect(bytes.equals(content)).toBe(true)
  await read()
  expect([downloads, (await readdir(folder)).length]).toEqual([1, 1])
  await expect.poll(isEmpty).toBe(true)
  await read()
  expect(downloads).toBe(2)
  await expect.poll(isEmpty).toBe(true)
})

test('concurrent downloads reserve free disk space for their total size, and idle copies are deleted when space is short', async () => {
  const [first, second, third] = [await put(600), await put(600), await put(600)]
  let free = 1000
  const requireFreeSpace = async (bytes: number) => {
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))))
    if (bytes + files.reduce((sum, { length }) => sum + length, 0) > free) throw insufficientStorage('full')
  }
  const copies = openCopies({ requireFreeSpace, idleMs: 60_000 })
  const outcomes = await Promise.allSettled([first, second].map(({ key }) => copies.use(key, () => delay(20))))
  expect(outcomes.map(({ status }) => status)).toContain('rejected')
  await copies.use(third.key, async (path) => expect((await readFile(path)).equals(third.content)).toBe(true))
  expect(await readdir(folder)).toHaveLength(1)
  free = 0
  await expect(copies.use(first.key, () => delay(1))).rejects.toMatchObject({ status: 507 })
  expect(await isEmpty()).toBe(true)
})

test('a missing file, a failed download or an error of the caller leaves no copy, and the next use downloads the file again', async () => {
  const { key, content } = await put()
  const copies = openCopies({ idleMs: 0 })
  await expect(copies.use(`${'0'.repeat(64)}.pdf`, () => delay(1))).rejects.toThrow(/^Stored file .* not found$/)
  await expect(copies.use(key, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect.poll(isEmpty).toBe(true)
  expect(await copies.use(key, (path) => readFile(path))).toEqual(content)
  await expect.poll(isEmpty).toBe(true)
})

test('at most two idle copies of stored files are retained', async () => {
  const copies = openCopies({ idleMs: 60_000 })
  for (let file = 0; file < 4; file++) await copies.use((await put()).key, () => delay(1))
  expect(await readdir(folder)).toHaveLength(2)
  for (const name of await readdir(folder)) await rm(join(folder, name))
})
