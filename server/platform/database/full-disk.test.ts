import { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk } from '#lab/faults/support/small-disk.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openDatabase } from './database.ts'
import { watchFullDisk } from './full-disk.ts'

const RECOVERING = new Error('the database system is in recovery mode')
const FULL = 'could not write to file "pg_wal/xlogtemp.7": No space left on device'

function openWatch() {
  const clock = { now: 0 }
  const connection = new EventEmitter()
  const watch = watchFullDisk({ now: () => clock.now })
  watch.follow({ connection })
  return { clock, watch, send: (code: string) => connection.emit('errorMessage', { code, message: FULL }) }
}

test('an outage after an error of a full disk has the disk as its reason, with what helps', () => {
  const { watch, send } = openWatch()
  send('53100')
  expect(watch.reasonOf(RECOVERING)).toBe(
    `The disk of the database is full: ${FULL}. Free disk space. Then start PostgreSQL if it has stopped`,
  )
})

test('other outages keep their reason: no full disk was reported, or a minute ago', () => {
  const { clock, watch, send } = openWatch()
  send('40001')
  expect(watch.reasonOf(RECOVERING)).toBe(RECOVERING.message)
  send('53100')
  clock.now = 60_000
  expect(watch.reasonOf(RECOVERING)).toBe(RECOVERING.message)
})

test('the reason of an embedded server is in its log', () => {
  const watch = watchFullDisk({ readLog: () => FULL })
  expect(watch.reasonOf(RECOVERING)).toBe(`The disk of the database is full: ${FULL}. Free disk space. The app then starts it again`)
})

test('PostgreSQL that can’t write its log is reported with a full disk, by external and embedded servers and at a start', {
  tags: ['full'],
  timeout: 120_000,
}, async ({ skip }) => {
  const folder = await makeTempFolder()
  const disk = await mountSmallDisk(folder, 110)
  if (!disk) return skip('A disk can’t be mounted here')
  onTestFinished(async () => {
    await disk.unmount()
    await rm(folder, { recursive: true, force: true })
  })
  const server = await startEmbeddedPostgres(folder)
  const reported: string[] = []
  const database = await openDatabase({
    url: server.url,
    dataDir: folder,
    poolSize: 2,
    onStatusChange: (_text, { reason }) => void (reason && reported.push(String(reason))),
  })
  await disk.fill(20_000_000)
  await database.pool.query('create table filled (text text)')
  const write = () => database.pool.query('insert into filled select md5(random()::text) from generate_series(1, 30000)')
  while (reported.length === 0)
    await database.pool
      .query('truncate filled')
      .then(write, () => undefined)
      .catch(() => undefined)
  expect(reported[0]).toMatch(/^The disk of the database is full: .*No space left on device\. Free disk space\. Then start PostgreSQL/)
  await expect.poll(server.findFullDisk, { timeout: 10_000 }).toContain('No space left on device')
  await database.close()
  await server.stop().catch(() => undefined)
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/could not be started, because its disk is full: .*No space left on device/)
  await disk.clear()
  const restarted = await startEmbeddedPostgres(folder)
  expect(restarted.findFullDisk()).toBeUndefined()
  await restarted.stop()
})
