import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { sendRange } from './send-range.ts'

const SIZE = 1_500_000
const bytes = randomBytes(SIZE)

let folder: string
let path: string
beforeAll(async () => {
  folder = await makeTempFolder()
  path = join(folder, 'recording')
  await writeFile(path, bytes)
})
afterAll(() => rm(folder, { recursive: true }))

/** Opens a writable stream that accepts no data until `goOn` is called, as a slow client does. */
function openSlowReader() {
  const hash = createHash('sha256')
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      begun.resolve()
      void goOn.promise.then(() => {
        hash.update(chunk)
        done()
      })
    },
  })
  return { to, begun: begun.promise, goOn: goOn.resolve, digest: () => hash.digest('hex') }
}

test('concurrent slow readers of a stored file each receive their own bytes, as do later readers with reused buffers', async () => {
  for (let round = 0; round < 2; round++) {
    const readers = Array.from({ length: 100 }, (_, start) => ({ start, end: SIZE - 1 - start, ...openSlowReader() }))
    const sent = readers.map(({ to, ...range }) => sendRange(path, range, to))
    await Promise.all(readers.map(({ begun }) => begun))
    for (const { goOn } of readers) goOn()
    await Promise.all(sent)
    for (const { start, end, digest } of readers)
      expect(digest()).toBe(
        createHash('sha256')
          .update(bytes.subarray(start, end + 1))
          .digest('hex'),
      )
  }
})

test('sending a stored file that is shorter than its stated size aborts the response', async () => {
  const short = join(folder, 'short')
  await writeFile(short, bytes)
  await truncate(short, 1000)
  const { to, goOn } = openSlowReader()
  goOn()
  to.on('error', () => undefined)
  await expect(sendRange(short, { start: 0, end: SIZE - 1 }, to)).rejects.toThrow('shorter than its record')
  expect(to.destroyed).toBe(true)
  expect(to.writableFinished).toBe(false)
})

test('a client that disconnects before the file is open, or without a close event, causes no error and leaves no file open', async () => {
  const opened = async () => (await readdir('/proc/self/fd')).length
  const before = await opened()
  const gone = new Writable().destroy()
  const begin = vi.fn()
  await sendRange(path, { start: 0, end: SIZE - 1 }, gone, begin)
  expect(begin).not.toHaveBeenCalled()

  // The stream behaves like Node's response, which ignores data once its connection is closed.
  const silent = new Writable({ write: () => setImmediate(() => silent.destroy()) })
  await sendRange(path, { start: 0, end: SIZE - 1 }, silent)
  await expect.poll(opened).toBeLessThanOrEqual(before)
})
