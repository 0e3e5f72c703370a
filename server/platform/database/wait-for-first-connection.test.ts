import { expect, inject, test, vi } from 'vitest'
import { SettingsError } from '#server/platform/problems.ts'
import { databaseUrl } from '#tests/support/database-server.ts'
import { openDatabase } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { waitForFirstConnection } from './wait-for-first-connection.ts'

const URL_OF_DATABASE = 'postgres://lectern:secret@db.example:5433/lectern'
const { signal } = new AbortController()

const SOON = { retryMs: 5, reportMs: 100 }

test('opening the database waits without limit, and reports the wait immediately and then at intervals, without the password', async () => {
  const report = vi.fn()
  let isThere = false
  let attempts = 0
  const open = async () => {
    attempts += 1
    if (!isThere) throw new DatabaseUnavailableError('connect ECONNREFUSED')
    return 'open'
  }
  const opening = waitForFirstConnection(open, { url: URL_OF_DATABASE, signal, report, ...SOON })
  await expect.poll(() => report.mock.calls.length).toBe(3)
  expect(attempts).toBeGreaterThan(3)
  const line = ['Waiting for the database at db.example:5433', { reason: 'connect ECONNREFUSED', seconds: 0 }]
  expect(report.mock.calls).toEqual([line, line, line])
  isThere = true
  expect(await opening).toBe('open')
})

test('the wait for a database at startup ends on shutdown', async () => {
  const stopping = new AbortController()
  const open = () => Promise.reject(new DatabaseUnavailableError('The database server does not respond'))
  const opening = waitForFirstConnection(open, { url: URL_OF_DATABASE, signal: stopping.signal, report: () => stopping.abort() })
  await expect(opening).rejects.toThrow('The database server does not respond')
})

test.each([
  ['a wrong password', (url: URL) => Object.assign(url, { password: 'secret' }), 'password authentication failed'],
  ['an unknown account', (url: URL) => Object.assign(url, { username: 'nobody' }), 'password authentication failed'],
  ['a database that does not exist', (url: URL) => Object.assign(url, { pathname: '/nothing' }), 'database "nothing" does not exist'],
])('%s is reported as a settings error', async (_name, change, message) => {
  const { href } = change(new URL(databaseUrl(inject('databaseServer'), 'postgres')))
  const refused = await openDatabase({ url: href, dataDir: '', poolSize: 2, waitUntil: signal, onStatusChange: () => undefined }).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(SettingsError)
  expect((refused as Error).message).toContain(message)
  expect((refused as Error).message).not.toContain('secret')
})
