// @module-tag full
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { LOCKS } from '#server/platform/database/locks.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { openTestApp, openTestNode, type TestApp } from '#tests/support/test-app.ts'
import { beginUpload, offsetOf, openPiece, sendPiece, type Upload, uploadAt, write } from '#tests/support/tus-client.ts'

const SIZE = 1024 ** 2
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(SIZE)]).subarray(0, SIZE)

let s3: Awaited<ReturnType<typeof startS3Server>>
const nodes: TestApp[] = []
beforeAll(async () => {
  s3 = await startS3Server()
  const settings = { ...(await s3.makeBucketSettings()), SIGNING_KEYS: '0123456789abcdef'.repeat(2) }
  const first = await openTestApp(settings)
  nodes.push(first, await openTestNode(first, settings))
  for (const { app } of nodes) await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
  await s3.stop()
})

let here: Upload
let there: Upload
/** A stalled request at the first instance: it has sent half a megabyte and waits */
let stuck: ReturnType<typeof openPiece>
beforeEach(async () => {
  here = await beginUpload(addressOf(0), SIZE)
  there = uploadAt(addressOf(1), here)
  stuck = openPiece(here, 0, SIZE)
  await write(stuck.sending, pdf.subarray(0, SIZE / 2))
  await expect.poll(holders).toHaveLength(1)
})

function addressOf(index: number): Upload {
  const { app, bearer } = nodes[index] as TestApp
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, headers: bearer }
}

/** Returns the sessions that hold locks of uploads */
async function holders() {
  const { rows } = await (nodes[0] as TestApp).services.database.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid = $1 and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.uploads],
  )
  return rows.map(({ pid }) => pid)
}

async function goesOnAtTheOther() {
  const offset = (await offsetOf(there)) ?? 0
  expect(offset).toBe(SIZE / 2)
  expect(await sendPiece(there, offset, pdf.subarray(offset))).toBe(204)
  expect(await offsetOf(here)).toBe(SIZE)
  await expect.poll(holders).toEqual([])
}

test('a chunk of an upload is refused at one instance while another instance is receiving a chunk', async () => {
  expect(await sendPiece(there, 0, pdf.subarray(0, 1000))).toBe(423)
  stuck.sending.end(pdf.subarray(SIZE / 2))
  expect((await stuck.answer).status).toBe(204)
  expect(await offsetOf(there)).toBe(SIZE)
})

test('requesting the offset of an upload at one instance ends a stalled request at another, and the received bytes remain stored', async () => {
  await goesOnAtTheOther()
  expect((await stuck.answer).status).toBe(423)
})

test('an instance that loses its upload locks ends its requests, and the received bytes remain stored', async () => {
  for (const pid of await holders()) await (nodes[0] as TestApp).services.database.pool.query('select pg_terminate_backend($1)', [pid])
  expect((await stuck.answer).status).toBe(423)
  await goesOnAtTheOther()
})
