import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { type ControlConnection, openControlConnection } from './control-connection.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { LOCKS } from './locks.ts'

let controlConnection: ControlConnection
let other: Client
let heard: string[]
beforeEach(async () => {
  const url = inject('databaseServer')
  other = new Client({ connectionString: url })
  await other.connect()
  controlConnection = await openControlConnection(() => url)
  controlConnection.startPings()
  heard = []
  await controlConnection.listen('test_channel', (payload) => heard.push(payload))
})
afterEach(async () => {
  await controlConnection.close()
  await other.end()
})

const ITS_LOCK = `from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted`
const askFor = (what: string) => other.query(`select ${what} ${ITS_LOCK}`, [LOCKS.instance, controlConnection.instance])
const breakConnection = () => askFor('pg_terminate_backend(pid)')
/** Terminates the control connection and acquires its lock before the instance reconnects. */
const takeOver = () => askFor('pg_terminate_backend(pid), pg_advisory_lock($1::int, $2::int)')
const hears = (payload: string) =>
  vi.waitFor(
    async () => {
      await other.query(`select pg_notify('test_channel', $1)`, [payload])
      expect(heard).toContain(payload)
    },
    { timeout: 60_000, interval: 200 },
  )
const isPresent = async () => (await askFor('1')).rows.length > 0

test('after a lost connection the instance reconnects, notifies listeners with an empty payload, and receives notifications', async () => {
  await hears('before')
  expect(heard).not.toContain('')
  await breakConnection()
  await hears('after')
  expect(heard).toContain('')
  await expect.poll(isPresent).toBe(true)
})

test('notifications arrive while the server still holds the locks of the lost connection', async () => {
  await takeOver()
  await hears('while waiting')
  await controlConnection.close()
})

test('an instance that has just lost its control connection acts as the last one on the database only if no other instance uses it', async () => {
  // The test has its own database, since instances of other tests share the server's first one.
  const name = `leaving_${randomUUID().replaceAll('-', '')}`
  await other.query(`create database ${name}`)
  const url = Object.assign(new URL(inject('databaseServer')), { pathname: name }).href
  const breakAll = () =>
    other.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'lectern control'`, [
      name,
    ])
  const first = await openControlConnection(() => url)
  await breakAll()
  const second = await openControlConnection(() => url)
  const [whenFirst, whenSecond] = [vi.fn(), vi.fn()]
  try {
    await first.close(whenFirst)
    await breakAll()
    await second.close(whenSecond)
    expect([whenFirst.mock.calls.length, whenSecond.mock.calls.length]).toEqual([0, 1])
  } finally {
    await other.query(`drop database ${name} with (force)`)
  }
})

test('a connection lost while waiting for another instance to stop the server is reported as an unavailable database', async () => {
  // The test has its own database, so that connections of other tests are not terminated.
  const name = `waiting_${randomUUID().replaceAll('-', '')}`
  await other.query(`create database ${name}`)
  const url = new URL(inject('databaseServer'))
  url.pathname = name
  const holder = new Client({ connectionString: url.href })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock($1::bigint)', [LOCKS.controlConnection])
    const opening = openControlConnection(() => url.href).catch((error: unknown) => error)
    const isJoining = `from pg_stat_activity where application_name = 'lectern control' and query like '%pg_try_advisory_lock_shared%' and datname = current_database()`
    await expect.poll(async () => (await holder.query(`select pg_terminate_backend(pid) ${isJoining} and state = 'idle'`)).rowCount).toBe(1)
    expect(await opening).toSatisfy(isDatabaseUnavailable)
  } finally {
    await holder.end()
    await other.query(`drop database ${name} with (force)`)
  }
})
