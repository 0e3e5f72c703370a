import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyMedia } from './copy-media.ts'
import { openDiskMediaStore } from './disk-media-store.ts'
import type { MediaStore } from './media-store.ts'
import { openS3MediaStore } from './s3-media-store.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let base = ''
let disk: MediaStore
let bucket: MediaStore
beforeAll(async () => {
  s3 = await startS3Server()
  base = await makeTempFolder()
})
afterAll(async () => {
  await s3.stop()
  await rm(base, { recursive: true })
})
beforeEach(async () => {
  disk = openDiskMediaStore(join(base, randomUUID()))
  bucket = openS3MediaStore(await s3.makeBucket())
  await disk.setId('the site’s')
})

test('a media store is copied into a bucket and back, with the id of its database', async () => {
  const keys = await Promise.all(['one', 'two', 'three'].map((content) => store(disk, content)))
  expect(await copy(disk, bucket)).toEqual({ copied: 3, skipped: 0 })
  expect(await bucket.id()).toBe('the site’s')
  const other = openDiskMediaStore(join(base, randomUUID()))
  expect(await copy(bucket, other)).toEqual({ copied: 3, skipped: 0 })
  expect(await text(await other.open(keys[1] ?? ''))).toBe('two')
})

test('an interrupted copy of a media store can be resumed, and is paired with no database until it is complete', async () => {
  for (const content of ['one', 'two', 'three', 'four', 'five', 'six']) await store(disk, content)
  const stopping = new AbortController()
  const interrupted = copy(disk, bucket, { signal: stopping.signal, onFile: () => stopping.abort() })
  await expect(interrupted).rejects.toThrow('aborted')
  expect(await bucket.id()).toBeUndefined()
  const { copied, skipped } = await copy(disk, bucket)
  expect(copied + skipped).toBe(6)
  expect(skipped).toBeGreaterThan(0)
})

test('a damaged file stops the copy with an error that names the file', async () => {
  const key = await store(disk, 'whole', 'something else')
  await expect(copy(disk, bucket)).rejects.toThrow(`${key} is damaged`)
  expect(await bucket.size(key)).toBeUndefined()
})

test('copying into a media store of another database is refused', async () => {
  await bucket.setId('another site’s')
  await expect(copy(disk, bucket)).rejects.toThrow('another database')
})

function copy(from: MediaStore, to: MediaStore, options: { signal?: AbortSignal; onFile?: () => void } = {}) {
  return copyMedia({ from, to, onFile: () => undefined, ...options })
}

/** Stores a file under the digest of `content`; the bytes of the file are `found`, which simulates damage if they differ. */
async function store(to: MediaStore, content: string, found = content) {
  const { key, path } = await prepareBytes(Buffer.from(content), { folder: base, type: 'application/pdf', role: 'original' })
  await writeFile(path, found)
  await to.put({ key, path })
  return key
}
