import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type HangingProxy, openHangingProxy } from '#tests/support/hanging-proxy.ts'
import { openPooler } from '#tests/support/transaction-pooler.ts'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { openReplica } from './replica.ts'

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

const onStatusChange = (text: string) => void reported.push(text)
async function open(url = network.url) {
  const database = await openDatabase({ url, dataDir: '', poolSize: 4, prepare: async () => undefined, onStatusChange })
  close.push(database.close)
  return database
}
async function openFollower() {
  const replica = openReplica({ url: network.url, poolSize: 4, onStatusChange })
  close.push(replica.close)
  return replica
}

test.each([
  ['the database', open],
  ['the replica', openFollower],
])(
  'when all open connections to %s are silent, requests fail within three seconds, and later ones get new connections',
  async (_name, openIt) => {
    const { pool } = await openIt()
    const ask = () => pool.query('select pg_sleep(0.1)')
    await Promise.all(Array.from({ length: 4 }, ask))
    // The pings of the replica begin without a connection.
    await expect.poll(() => network.openCount('lectern control') + network.openCount('lectern watch')).toBe(1)
    network.hangOpen('lectern')
    const began = performance.now()
    const answers = await Promise.allSettled(Array.from({ length: 4 }, ask))
    expect(performance.now() - began).toBeLessThan(3000)
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isDatabaseUnavailable) })
    await ask()
    expect(performance.now() - began).toBeLessThan(4000)
    expect(reported).toEqual([])
  },
)

test('a server that accepts connections but never responds is unavailable within four seconds, and then available again', async () => {
  const pooler = await openPooler(network.url, { mode: 'session' })
  close.push(pooler.close)
  const database = await open(pooler.url)
  network.hang()
  const began = performance.now()
  await expect.poll(database.isUnavailable, { timeout: 10_000, interval: 10 }).toBe(true)
  const took = performance.now() - began
  expect(took).toBeLessThan(4000)
  network.resume()
  await expect.poll(database.isUnavailable, { timeout: 10_000 }).toBe(false)
  expect(reported).toHaveLength(2)
})
