import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { LOCKS } from './locks.ts'
import { openSessionLocks, type SessionLocks } from './session-locks.ts'

const url = inject('databaseServer')

let one: SessionLocks
let other: SessionLocks
let admin: Client
beforeEach(async () => {
  ;[one, other] = [openSessionLocks(() => url), openSessionLocks(() => url)]
  admin = new Client({ connectionString: url })
  await admin.connect()
})
afterEach(async () => {
  await Promise.all([one.close(), other.close(), admin.end()])
})

const ignore = () => undefined
const lock = (locks: SessionLocks, key: string, onLost: () => void = ignore) => locks.tryLock(LOCKS.uploads, key, onLost)
const sessions = async () => {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'lectern locks'`,
  )
  return rows.map(({ pid }) => pid)
}

test('a lock is exclusive within one app and between apps until it is released', async () => {
  const release = await lock(one, 'a')
  expect(await lock(one, 'a')).toBeUndefined()
  expect(await lock(other, 'a')).toBeUndefined()
  await release?.()
  const release2 = await lock(other, 'a')
  expect(release2).toBeDefined()
  expect(await lock(one, 'a')).toBeUndefined()
})

test('of many concurrent attempts exactly one gets the lock, and all locks share one connection', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => lock(one, 'a')))
  expect(all.filter(Boolean)).toHaveLength(1)
  const keys = await Promise.all(Array.from({ length: 20 }, (_, index) => lock(one, `key ${index}`)))
  expect(keys.filter(Boolean)).toHaveLength(20)
  expect(await sessions()).toHaveLength(1)
})

test('a lost connection releases its locks and notifies their holders, and the next lock opens a new connection', async () => {
  const [onLost, kept] = [vi.fn(), vi.fn()]
  const release = await lock(one, 'lost', onLost)
  const released = await lock(one, 'released', kept)
  await released?.()
  for (const pid of await sessions()) await admin.query('select pg_terminate_backend($1)', [pid])
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce())
  expect(kept).not.toHaveBeenCalled()
  await vi.waitFor(async () => expect(await lock(other, 'lost')).toBeDefined())
  // By now, another app holds the lock.
  await release?.()
  expect(await lock(one, 'lost')).toBeUndefined()
  expect(await lock(one, 'new')).toBeDefined()
})

test('dropping the connection notifies the holders immediately', async () => {
  const onLost = vi.fn()
  await lock(one, 'a', onLost)
  one.disconnect()
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce())
})

test('an unreachable database is an error, and no lock is held', async () => {
  let address = 'postgres://nobody@127.0.0.1:1/none'
  const locks = openSessionLocks(() => address)
  await expect(lock(locks, 'a')).rejects.toMatchObject({ name: 'DatabaseUnavailableError' })
  address = url
  expect(await lock(locks, 'a')).toBeDefined()
  await locks.close()
})
