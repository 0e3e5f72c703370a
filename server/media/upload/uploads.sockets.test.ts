import { readdir, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { beginUpload, offsetOf, openPiece, sendPiece, type Upload, write } from '#tests/support/tus-client.ts'

const SIZE = 2 * 1024 * 1024

let app: TestApp
let url: string
let pdf: Buffer
beforeAll(async () => {
  app = await openTestApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`
  pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(SIZE, 'lectern')]).subarray(0, SIZE)
})
afterAll(() => app.close())

const begin = () => beginUpload({ url, headers: app.bearer }, SIZE)

/** Returns the number of stored bytes of an upload, without requesting the offset, which would end the request in flight. */
async function storedOf({ url: address }: Upload): Promise<number> {
  const uploads = join(app.services.config.dataDir, 'uploads')
  const paths = await readdir(uploads, { recursive: true })
  const path = paths.find((each) => each.endsWith(`${new URL(address).pathname.split('/').at(-1)}/bytes`))
  return path ? (await stat(join(uploads, path))).size : 0
}

test('bytes received before the connection broke are stored, and the upload resumes after these bytes', async () => {
  const upload = await begin()
  const { sending } = openPiece(upload, 0, SIZE)
  await write(sending, pdf.subarray(0, SIZE / 2))
  await expect.poll(() => storedOf(upload)).toBe(SIZE / 2)
  sending.destroy()
  const offset = (await offsetOf(upload)) ?? 0
  expect(offset).toBe(SIZE / 2)
  expect(await sendPiece(upload, offset, pdf.subarray(offset))).toBe(204)
  expect(await offsetOf(upload)).toBe(SIZE)
})

test('a second concurrent write to an upload is refused and changes nothing', async () => {
  const upload = await begin()
  const first = openPiece(upload, 0, SIZE)
  await write(first.sending, pdf.subarray(0, 100_000))
  await expect.poll(() => storedOf(upload)).toBe(100_000)
  const second = openPiece(upload, 0, 50_000)
  second.sending.end(Buffer.alloc(50_000, 'x'))
  const { status, body } = await second.answer
  expect(status).toBe(423)
  expect((JSON.parse(body) as Problem).code).toBe('conflict')
  first.sending.end(pdf.subarray(100_000))
  expect((await first.answer).status).toBe(204)
})

test('requesting the offset of an upload ends an earlier request on a stalled connection', async () => {
  const upload = await begin()
  const forgotten = openPiece(upload, 0, SIZE)
  await write(forgotten.sending, pdf.subarray(0, 500_000))
  await expect.poll(() => storedOf(upload)).toBe(500_000)
  const offset = (await offsetOf(upload)) ?? 0
  expect(offset).toBe(500_000)
  expect(await sendPiece(upload, offset, pdf.subarray(offset))).toBe(204)
  forgotten.sending.destroy()
})

test('an upload of the wrong type is refused while the file is still being sent, and the client can read the reason', async () => {
  const upload = await begin()
  const { sending, answer } = openPiece(upload, 0, SIZE)
  await write(sending, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100_000)]))
  const { status, body } = await answer
  expect(status).toBe(415)
  expect((JSON.parse(body) as Problem).errors?.[0]?.field).toBe('pdf')
  expect(await offsetOf(upload)).toBeUndefined()
  sending.destroy()
})
test('a client that sends the whole file before reading the response still receives the reason for a refusal', async () => {
  const upload = await begin()
  const { sending, answer } = openPiece(upload, 0, SIZE)
  const wrong = Buffer.alloc(SIZE, 'x')
  for (let at = 0; at < SIZE; at += 64 * 1024) await write(sending, wrong.subarray(at, at + 64 * 1024))
  sending.end()
  expect((await answer).status).toBe(415)
})
