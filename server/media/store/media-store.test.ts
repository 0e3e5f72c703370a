import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startS3Server } from '#tests/support/s3-server.ts'
import { openDiskMediaStore } from './disk-media-store.ts'
import { type MediaStore, MissingMediaError } from './media-store.ts'
import { openS3MediaStore } from './s3-media-store.ts'

const s3 = await startS3Server()
afterAll(() => s3.stop())
const base = await mkdtemp(join(tmpdir(), 'media-store-'))
afterAll(() => rm(base, { recursive: true, force: true }))

describe.each([
  ['disk', async () => openDiskMediaStore(join(base, randomUUID()))],
  ['S3', async () => openS3MediaStore(await s3.makeBucket())],
])('a media store on %s', (_name, openStore) => {
  let store: MediaStore
  beforeEach(async () => {
    store = await openStore()
  })

  test('a media store returns a stored file, whole and in part', async () => {
    const file = await buildFile('0123456789')
    await store.put(file)
    expect(await read(store, file.key)).toBe('0123456789')
    expect(await read(store, file.key, { start: 2, end: 4 })).toBe('234')
    expect(await read(store, file.key, { start: 9, end: 9 })).toBe('9')
    expect(await store.size(file.key)).toBe(10)
  })

  test('a media store writes a range of a file to a response and ends the response', async () => {
    const content = randomBytes(300_000)
    const file = await buildFile(content)
    await store.put(file)
    for (const [start, end] of [
      [0, 299_999],
      [131_071, 131_072],
      [299_999, 299_999],
    ] as const) {
      const received: Buffer[] = []
      const to = new Writable({
        write: (piece, _encoding, done) => {
          // Chunks are copied, since their memory is reused after `done` is called.
          received.push(Buffer.from(piece))
          setImmediate(done)
        },
      })
      await store.send(file.key, { start, end }, to)
      await finished(to)
      expect(Buffer.concat(received).equals(content.subarray(start, end + 1))).toBe(true)
    }
    const begin = vi.fn()
    await expect(store.send('0'.repeat(64), { start: 0, end: 1 }, new Writable(), begin)).rejects.toThrow(MissingMediaError)
    expect(begin).not.toHaveBeenCalled()
  })

  test('a media store aborts the response when a range exceeds the file', async () => {
    const file = await buildFile('short')
    await store.put(file)
    const to = new Writable({ write: (_piece, _encoding, done) => done() }).on('error', () => undefined)
    await expect(store.send(file.key, { start: 0, end: 9 }, to)).rejects.toThrow('shorter')
    expect(to.destroyed).toBe(true)
  })

  test('storing a file in a media store moves the temporary file', async () => {
    const file = await buildFile('moved')
    await store.put(file)
    await expect(access(file.path)).rejects.toThrow('ENOENT')
  })

  test('a media store retains the existing file when its key is stored again, even concurrently', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, () => buildFile('same')))
    await Promise.all(files.map((file) => store.put(file)))
    const keys = await keysOf(store)
    expect(keys).toEqual([files[0]?.key])
    for (const { path } of files) await expect(access(path)).rejects.toThrow('ENOENT')
  })

  test('a media store lists every key, and an empty store lists none', async () => {
    expect(await keysOf(store)).toEqual([])
    const files = await Promise.all(['a', 'b', 'c'].map(buildFile))
    for (const file of files) await store.put(file)
    expect((await keysOf(store)).toSorted()).toEqual(files.map(({ key }) => key).toSorted())
  })

  test('removing a file from a media store succeeds even if the file doesn’t exist', async () => {
    const file = await buildFile('removed')
    await store.put(file)
    await store.remove(file.key)
    await store.remove(file.key)
    expect(await store.size(file.key)).toBeUndefined()
  })

  test('a media store stores streamed content, and nothing if the stream fails', async () => {
    for (const content of [Buffer.from('small'), randomBytes(9_000_000)]) {
      const { key } = await buildFile(content)
      await expect(store.write(key, breakingOff(content))).rejects.toThrow('broke off')
      expect(await keysOf(store)).not.toContain(key)
      await store.write(key, arriving(content))
      expect((await buffer(await store.open(key))).equals(content)).toBe(true)
    }
  })

  test('a media store reports a missing file before the first byte', async () => {
    await expect(store.open(`${'0'.repeat(64)}.webp`)).rejects.toBeInstanceOf(MissingMediaError)
  })

  test.each([
    '',
    '../secret',
    `${'a'.repeat(64)}/../../x.txt`,
    `${'A'.repeat(64)}.webp`,
    'a'.repeat(64),
    `${'a'.repeat(64)}.webp\n`,
    `${'a'.repeat(64)}.toolong`,
  ])('rejects %j as a key', async (key) => {
    const { path } = await buildFile('x')
    await expect(store.open(key)).rejects.toBeInstanceOf(MissingMediaError)
    await expect(store.put({ key, path })).rejects.toThrow()
    await expect(store.remove(key)).rejects.toThrow()
    expect(await store.size(key)).toBeUndefined()
  })

  test('a media store stores its id, which is not listed as a file', async () => {
    expect(await store.id()).toBeUndefined()
    await store.setId('first')
    await store.setId('second')
    expect(await store.id()).toBe('second')
    expect(await keysOf(store)).toEqual([])
  })

  test('the health check of a media store succeeds if the store is writable', async () => {
    await store.check()
    expect(await keysOf(store)).toEqual([])
  })
})

describe('the disk store', () => {
  test('the disk store distributes files over folders by the first two digits of the key', async () => {
    const folder = join(base, randomUUID())
    const file = await buildFile('spread')
    const store = openDiskMediaStore(folder)
    await store.put(file)
    expect(await readdir(folder)).toEqual([file.key.slice(0, 2)])
    expect(store.location?.(file.key)).toBe(`${file.key.slice(0, 2)}/${file.key}`)
  })

  test('the disk store lists only its own files', async () => {
    const folder = join(base, randomUUID())
    await mkdir(join(folder, 'ab'), { recursive: true })
    await writeFile(join(folder, 'ab', 'readme.txt'), '')
    await writeFile(join(folder, '.staged-1'), '')
    expect(await keysOf(openDiskMediaStore(folder))).toEqual([])
  })

  test('a linked file of the disk store stays readable when its key is removed', async () => {
    const store = openDiskMediaStore(join(base, randomUUID()))
    const file = await buildFile('linked')
    await store.put(file)
    const path = join(base, randomUUID())
    await store.link?.(file.key, path)
    await store.remove(file.key)
    expect(await readFile(path, 'utf8')).toBe('linked')
    await expect(store.link?.(file.key, join(base, randomUUID()))).rejects.toBeInstanceOf(MissingMediaError)
  })

  test('the health check of the disk store reports an unwritable folder', async () => {
    const file = join(base, randomUUID())
    await writeFile(file, 'a file where the folder should be')
    await expect(openDiskMediaStore(join(file, 'media')).check()).rejects.toThrow('ENOTDIR')
    if (process.getuid?.() === 0) return
    const folder = join(base, randomUUID())
    await mkdir(folder)
    await chmod(folder, 0o500)
    await expect(openDiskMediaStore(folder).check()).rejects.toThrow('EACCES')
  })
})

async function buildFile(content: string | Buffer) {
  const path = join(base, `${randomUUID()}.part`)
  await writeFile(path, content)
  return { key: `${createHash('sha256').update(content).digest('hex')}.webp`, path }
}

async function* arriving(content: Buffer) {
  for (let start = 0; start < content.length; start += 1_000_000) yield content.subarray(start, start + 1_000_000)
}

async function* breakingOff(content: Buffer) {
  yield* arriving(content)
  throw new Error('It broke off')
}

async function read(store: MediaStore, key: string, range?: { start: number; end: number }) {
  return (await buffer(await store.open(key, range))).toString()
}

async function keysOf(store: MediaStore) {
  const keys = []
  for await (const key of store.keys()) keys.push(key)
  return keys
}
