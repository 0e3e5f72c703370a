import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview } from '#contracts/admin/overview.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createBackgroundWork } from './background-work.ts'
import { startQueue } from './queue.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const sql = (text: string) => app.services.database.pool.query(text)
const errors: unknown[] = []
const onError = (error: unknown) => void errors.push(error)
const start = () => startQueue(app.services.database.pool, [{ name: 'simple', cron: '0 0 1 1 *', run: async () => undefined }], onError)
const stateInOverview = async () => (await app.get('/api/overview', app.bearer)).json<Overview>().backgroundWork

test('a job queue that fails to start is retried until it starts, and the overview reports the failure', { tags: ['full'] }, async () => {
  // pg-boss fails to start, since its tables have other columns than it expects.
  await sql('create schema pgboss; create table pgboss.version (nonsense text)')
  const work = app.services.backgroundWork
  expect(await stateInOverview()).toBe('starting')
  const starting = work.start(start, { signal: new AbortController().signal, onError })
  await expect.poll(stateInOverview).toBe('failing')
  await sql('drop schema pgboss cascade')
  const queue = await starting
  expect(errors).not.toEqual([])
  expect(await stateInOverview()).toBe('running')
  await queue?.stop()
})

test('pauses between attempts to start the job queue grow, and the attempts stop at shutdown', async () => {
  const stopping = new AbortController()
  let tries = 0
  const failing = () => {
    tries++
    return Promise.reject(new Error('no room'))
  }
  const starting = createBackgroundWork({ firstPauseMs: 40 }).start(failing, { signal: stopping.signal, onError: () => undefined })
  await delay(500)
  stopping.abort()
  expect(await starting).toBeUndefined()
  // Attempts to start the queue are due after 0, 40, 120 and 280 ms; a busy machine may be late.
  expect(tries).toBeGreaterThan(1)
  expect(tries).toBeLessThanOrEqual(4)
})
