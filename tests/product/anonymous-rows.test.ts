// @module-tag full
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBook, choose, makeAnonymousRows } from '#lab/faults/scenarios/anonymous-rows.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'

const NETWORKS = ['41.78.0.1', '2001:db8:1:1::1']

let dataDir: string
let app: RunningApp
let admin: { authorization: string }
beforeAll(async () => {
  dataDir = await makeDataFolder()
  app = await runApp(dataDir, { TRUST_PROXY: 'loopback' })
  admin = await signIn(app.url, await app.admin())
})
afterAll(async () => {
  await app?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('visitors who never pay add few database rows, even with long URLs, and the overview of the admin area counts their orders', async () => {
  const orders = 200
  const { statuses, bytesPer1000Orders, neverPaid } = await makeAnonymousRows({ url: app.url, admin }, { orders, networks: NETWORKS })
  expect(statuses).toEqual({ 200: orders })
  expect(neverPaid.count).toBeGreaterThanOrEqual(orders)
  expect(neverPaid.max).toBe(50_000)
  expect(bytesPer1000Orders).toBeLessThan(6_000_000)
})

test('visitors who return to an item from different pages keep a single order', async () => {
  const { id: productId } = await addBook(app.url, admin)
  const { clientId, action } = await choose(app.url, { productId, network: '41.78.0.2' })
  for (let again = 0; again < 20; again++) {
    const next = await choose(app.url, { productId, network: '41.78.0.2', clientId, returnUrlLength: 100 + again * 2 })
    expect(next.action).toBe(action)
  }
})
