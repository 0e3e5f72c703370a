// @module-tag full
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type HangingProxy, openHangingProxy } from '#tests/support/hanging-proxy.ts'
import { openPooler } from '#tests/support/transaction-pooler.ts'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

let network: HangingProxy
let reported: string[]
let close: (() => Promise<void>)[]
beforeEach(async () => {
  network = await openHangingProxy(inject('databaseServer'))
  reported = []
  close = []
})
afterEach(async () => {
  network.resume()
  for (const step of close.reverse()) await step()
  await network.close()
})

/** Time limit in ms for detecting a silent server. Without pings, a silent request takes a minute to fail. */
const DETECTED_MS = 45_000

const onStatusChange = (text: string) => void reported.push(text)
async function open(url = network.url) {
  const database = await openDatabase({ url, dataDir: '', poolSize: 4, prepare: async () => undefined, onStatusChange })
  close.push(database.close)
  return database
}

test(
  'when all open connections are silent, requests fail long before their own time limit, and later ones get new connections',
  async () => {
    const { pool } = await open()
    const ask = () => pool.query('select pg_sleep(0.1)')
    await Promise.all(Array.from({ length: 4 }, ask))
    await expect.poll(() => network.openCount('lectern control')).toBe(1)
    network.hangOpen('lectern')
    const answers = await Promise.allSettled(Array.from({ length: 4 }, ask))
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseUnavailable) })
    await ask()
    expect(reported).toEqual([])
  },
  DETECTED_MS,
)

test('a server that accepts connections but never responds counts as unavailable until it responds again', async () => {
  const pooler = await openPooler(network.url, { mode: 'session' })
  close.push(pooler.close)
  const database = await open(pooler.url)
  network.hang()
  await expect.poll(database.isUnavailable, { timeout: DETECTED_MS }).toBe(true)
  network.resume()
  await expect.poll(database.isUnavailable).toBe(false)
  expect(reported).toHaveLength(2)
})
