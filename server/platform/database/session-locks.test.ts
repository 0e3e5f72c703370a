import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type HangingProxy, openHangingProxy } from '#tests/support/hanging-proxy.ts'
import { type ControlConnection, openControlConnection } from './control-connection.ts'
import { LOCKS } from './locks.ts'

const url = inject('databaseServer')

let network: HangingProxy
let one: ControlConnection
let other: ControlConnection
let admin: Client
beforeEach(async () => {
  network = await openHangingProxy(url)
  ;[one, other] = await Promise.all([openControlConnection(() => network.url), openControlConnection(() => url)])
  for (const connection of [one, other]) connection.startPings()
  admin = new Client({ connectionString: url })
  await admin.connect()
})
afterEach(async () => {
  await Promise.all([one.close(), other.close(), admin.end()])
  await network.close()
})

const ignore = () => undefined
const lock = ({ sessionLocks }: ControlConnection, key: string, onLost: () => void = ignore) =>
  sessionLocks.tryLock(LOCKS.uploads, key, onLost)
/** Returns the ids of the server processes that hold session locks of this database. The databases of other tests have locks with the same keys. */
const holders = async () => {
  const { rows } = await admin.query<{ pid: number }>(
    `select distinct pid from pg_locks where locktype = 'advisory' and classid = $1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.uploads],
  )
  return rows.map(({ pid }) => pid)
}

test('a session lock is exclusive within one instance and between instances until it is released', async () => {
  const release = await lock(one, 'a')
  expect(await lock(one, 'a')).toBeUndefined()
  expect(await lock(other, 'a')).toBeUndefined()
  await release?.()
  const release2 = await lock(other, 'a')
  expect(release2).toBeDefined()
  expect(await lock(one, 'a')).toBeUndefined()
})

test('exactly one of many concurrent attempts gets the session lock, and all session locks share one connection', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => lock(one, 'a')))
  expect(all.filter(Boolean)).toHaveLength(1)
  const keys = await Promise.all(Array.from({ length: 20 }, (_, index) => lock(one, `key ${index}`)))
  expect(keys.filter(Boolean)).toHaveLength(20)
  expect(await holders()).toHaveLength(1)
})

test('a lost connection releases its locks and notifies their holders, and the next lock opens a new connection', async () => {
  const [onLost, kept] = [vi.fn(), vi.fn()]
  const release = await lock(one, 'lost', onLost)
  const released = await lock(one, 'released', kept)
  await released?.()
  for (const pid of await holders()) await admin.query('select pg_terminate_backend($1)', [pid])
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(kept).not.toHaveBeenCalled()
  await vi.waitFor(async () => expect(await lock(other, 'lost')).toBeDefined(), { timeout: 60_000 })
  // Releasing a lost lock must not affect the other instance that holds the lock now.
  await release?.()
  expect(await lock(one, 'lost')).toBeUndefined()
  expect(await lock(one, 'new')).toBeDefined()
})

test('a hanging connection is closed, which notifies the holders of its locks, and acquiring a lock in an unreachable database fails', {
  tags: ['full'],
}, async () => {
  const onLost = vi.fn()
  await lock(one, 'a', onLost)
  network.hang()
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 60_000 })
  await expect(lock(one, 'b')).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
  network.resume()
  await vi.waitFor(async () => expect(await lock(one, 'b')).toBeDefined(), { timeout: 60_000 })
})

test('a session lock on a hanging connection is refused within seconds, even without pings', { tags: ['full'] }, async () => {
  await one.stopPings()
  const onLost = vi.fn()
  await lock(one, 'a', onLost)
  network.hang()
  await expect(lock(one, 'b')).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 60_000 })
})
