// @module-tag full
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { floodOrders } from '#lab/faults/order-flood.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'

let dataDir: string
let app: RunningApp
let productId: string
beforeAll(async () => {
  dataDir = await makeDataFolder()
  app = await runApp(dataDir, { TRUST_PROXY: 'true' })
  const headers = await signIn(app.url, await app.admin())
  const response = await fetch(`${app.url}/api/books`, { method: 'POST', headers, body: await buildBookForm({ price: '4.50' }) })
  productId = ((await response.json()) as Book).id
})
afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('hundreds of concurrent orders are rejected with 429 or 503 while none can be stored, and readers are served', async () => {
  const client = new Client({ connectionString: (await startEmbeddedPostgres(dataDir)).url })
  await client.connect()
  // The table is locked, as by an index that an operator creates.
  await client.query('begin')
  await client.query('lock table orders in share mode')
  const target = { url: app.url, pid: app.process.pid ?? 0 }
  const { statuses, reader } = await floodOrders(target, { productId, requests: 500, networks: 50 })
  await client.end()
  expect(Object.keys(statuses).filter((status) => !['429', '503'].includes(status))).toEqual([])
  // Status 503 is accepted too, since a busy machine may respond with it for a moment.
  expect(Object.keys(reader.statuses).filter((status) => !['200', '503'].includes(status))).toEqual([])
  expect(reader.statuses[200]).toBeGreaterThan(20)
  const after = await floodOrders(target, { productId, requests: 10 })
  expect(after.statuses[200]).toBe(10)
})
