import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createS3Client, type S3Settings } from '#server/media/store/s3-client.ts'
import { openFaultProxy } from '#tests/support/fault-proxy.ts'
import fc from '#tests/support/property-testing.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openDiskUploadStore } from './disk-upload-store.ts'
import { openS3UploadStore } from './s3-upload-store.ts'
import type { UploadRecord, UploadStore } from './upload-store.ts'

const MB = 1024 ** 2
const content = randomBytes(2 * MB)
const record: UploadRecord = { field: 'pdf', filename: 'a.pdf', size: content.length, metadata: { field: 'pdf', note: null } }
const enough = async () => undefined

const s3 = await startS3Server()
const base = await makeTempFolder()
afterAll(async () => {
  await s3.stop()
  await rm(base, { recursive: true, force: true })
})

let store: UploadStore
let key: string
beforeEach(() => {
  key = `admin/${randomUUID()}`
})

async function* source(...chunks: Buffer[]) {
  yield* chunks
}
/** Yields the given bytes, then fails. */
async function* broken(...chunks: Buffer[]) {
  yield* chunks
  throw new Error('broken off')
}
const bytesOf = async () => (await store.find(key))?.bytes
const read = async (end: number) => Buffer.concat(await Array.fromAsync(store.read(key, end)))

describe.each([
  ['disk', async () => openDiskUploadStore(join(base, randomUUID()), enough)],
  ['S3', async () => openS3UploadStore(await s3.makeBucket(), enough)],
])('an upload on %s', (_name, openStore) => {
  beforeEach(async () => {
    store = await openStore()
  })

  test('a stored upload grows by appended bytes, and is read from its beginning', async () => {
    expect(await store.find(key)).toBeUndefined()
    await store.create(key, record)
    expect(await store.find(key)).toMatchObject({ record, bytes: 0 })
    expect(await store.append(key, 0, source(content.subarray(0, 10), content.subarray(10, 1000)))).toBe(1000)
    expect(await store.append(key, 1000, source(content.subarray(1000)))).toBe(content.length)
    expect(await bytesOf()).toBe(content.length)
    for (const end of [0, 2, 999, 1001, content.length]) expect((await read(end)).equals(content.subarray(0, end)), `${end}`).toBe(true)
  })

  test('a stored upload is unchanged by an empty append', async () => {
    await store.create(key, record)
    expect(await store.append(key, 0, source())).toBe(0)
    await store.append(key, 0, source(content.subarray(0, 500)))
    expect(await store.append(key, 500, source())).toBe(500)
    expect(await bytesOf()).toBe(500)
  })

  test('a stored upload contains the bytes received before its source failed', async () => {
    await store.create(key, record)
    await expect(store.append(key, 0, broken(content.subarray(0, 700)))).rejects.toThrow('broken off')
    expect(await bytesOf()).toBe(700)
    await expect(store.append(key, 700, broken(content.subarray(700, 900)))).rejects.toThrow('broken off')
    expect((await read(900)).equals(content.subarray(0, 900))).toBe(true)
  })

  test('a stored upload loses no bytes when two requests append concurrently', async () => {
    const appends = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: MB }), fc.boolean()), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(appends, async (list) => {
        key = `admin/${randomUUID()}`
        await store.create(key, record)
        let before = 0
        for (const [where, length, isAtOnce] of list) {
          // The offset may be before the end of the stored bytes, since a delayed request may still append its bytes.
          const offset = Math.floor(where * before)
          const late = store.append(key, offset, source(content.subarray(offset, offset + length)))
          const other = isAtOnce && store.append(key, before, source(content.subarray(before, before + 1000)))
          // A request may replace a small part that another request is about to read. The reading request is then refused, and its client
          // resumes.
          const results = await Promise.allSettled([late, other])
          expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
          const bytes = (await bytesOf()) ?? 0
          for (const result of results)
            if (result.status === 'fulfilled' && result.value) expect(bytes).toBeGreaterThanOrEqual(result.value)
          expect(bytes).toBeGreaterThanOrEqual(before)
          before = bytes
        }
        expect((await read(before)).equals(content.subarray(0, before))).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test('a stored upload is linked to a path, where the file remains when the upload is removed', async () => {
    await store.create(key, record)
    await store.append(key, 0, source(content))
    const path = join(base, randomUUID())
    await store.link(key, path)
    await store.remove(key)
    await store.remove(key)
    expect(await store.find(key)).toBeUndefined()
    expect((await readFile(path)).equals(content)).toBe(true)
  })

  test('a stored upload is listed with the time of its last bytes, and only under its own administrator’s key', async () => {
    expect(await store.list()).toEqual([])
    const other = `other/${randomUUID()}`
    for (const each of [key, other]) await store.create(each, record)
    await store.append(key, 0, source(content.subarray(0, 100)))
    const list = await store.list()
    expect(list.map((each) => each.key).toSorted()).toEqual([key, other].toSorted())
    for (const { touchedAt } of list) expect(Math.abs(Date.now() - touchedAt.getTime())).toBeLessThan(60_000)
    expect((await store.find(other))?.bytes).toBe(0)
    expect(await store.find(key.replace('admin', 'other'))).toBeUndefined()
    await store.remove(key)
    expect((await store.list()).map((each) => each.key)).toEqual([other])
  })
})

describe('uploads stored in a bucket', () => {
  let settings: S3Settings
  beforeEach(async () => {
    settings = await s3.makeBucket()
    store = openS3UploadStore(settings, enough)
    await store.create(key, record)
  })
  const namesOf = async () => {
    const { Contents = [] } = await createS3Client(settings).send(new ListObjectsV2Command({ Bucket: settings.bucket }))
    return Contents.map(({ Key }) => Key?.replace(`uploads/${key}/`, ''))
  }

  test('the upload store in a bucket splits a long request into parts of 8 MB', async () => {
    const long = Array.from({ length: 300 }, () => randomBytes(64 * 1024))
    await store.append(key, 0, source(...long))
    expect(await namesOf()).toEqual(['000000000000-000008388608', '000008388608-000016777216', '000016777216-000019660800', 'record.json'])
    expect((await read(300 * 64 * 1024)).equals(Buffer.concat(long))).toBe(true)
  })

  test('the upload store in a bucket merges small parts when the connection breaks often', async () => {
    for (let at = 0; at < content.length; at += 150_000)
      await expect(store.append(key, at, broken(content.subarray(at, at + 150_000)))).rejects.toThrow('broken off')
    expect((await namesOf()).length).toBeLessThanOrEqual(4)
    expect((await read(content.length)).equals(content)).toBe(true)
  })

  test('the upload store in a bucket lists and removes what remains of an interrupted removal', async () => {
    await store.append(key, 0, source(content))
    await createS3Client(settings).send(new DeleteObjectCommand({ Bucket: settings.bucket, Key: `uploads/${key}/record.json` }))
    expect(await store.find(key)).toBeUndefined()
    expect((await store.list()).map((each) => each.key)).toEqual([key])
    await store.remove(key)
    expect(await namesOf()).toEqual([])
  })

  test('the upload store in a bucket resumes reading when the download of a part is interrupted', async () => {
    await store.append(key, 0, source(content))
    const proxy = await openFaultProxy(settings.endpoint ?? '')
    let breaks = 0
    proxy.inject(({ method, url = '' }, response, pass) => {
      if (method !== 'GET' || !/\d{12}-/.test(url) || ++breaks > 2) return pass()
      response.writeHead(200, { 'content-length': content.length }).write('the beginning')
      setTimeout(() => response.destroy(), 20)
    })
    const path = join(base, randomUUID())
    await openS3UploadStore({ ...settings, endpoint: proxy.url }, enough).link(key, path)
    expect((await readFile(path)).equals(content)).toBe(true)
    expect(breaks).toBe(3)
    proxy.close()
  })

  test('the upload store in a bucket refuses to assemble a file that exceeds the free disk space', async () => {
    await store.append(key, 0, source(content))
    const full = openS3UploadStore(settings, async (bytes) => {
      throw new Error(`no room for ${bytes}`)
    })
    await expect(full.link(key, join(base, randomUUID()))).rejects.toThrow(`no room for ${content.length}`)
  })
})
