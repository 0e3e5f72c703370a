import { appendFile, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { findFullDisk, trimLog } from './postgres-log.ts'

test('a PostgreSQL log above its size limit is emptied while the server appends to it, and its lines are moved to a single other file', async () => {
  const folder = await makeTempFolder()
  const log = join(folder, 'postgres.log')
  await trimLog(log, 10)
  const server = await open(log, 'a')
  await server.appendFile('short\n')
  await trimLog(log, 10)
  expect(await readdir(folder)).toEqual(['postgres.log'])
  await server.appendFile('a second line\n')
  await trimLog(log, 10)
  await server.appendFile('later\n')
  expect(await readFile(log, 'utf8')).toBe('later\n')
  expect(await readFile(`${log}.old`, 'utf8')).toBe('short\na second line\n')
  await appendFile(log, 'more than ten bytes\n')
  await trimLog(log, 10)
  expect((await readdir(folder)).toSorted()).toEqual(['postgres.log', 'postgres.log.old'])
  await server.close()
  await writeFile(log, '')
  await rm(folder, { recursive: true })
})

const LINES = {
  panic: '2026-11-30 05:56:13 UTC [8482] PANIC:  could not write to file "pg_wal/xlogtemp.8482": No space left on device',
  statement: "2026-11-30 05:56:14 UTC [8482] STATEMENT:  insert into x select 'FATAL:  it: No space left on device' as text",
  refused: '2026-11-30 05:56:14 UTC [8500] FATAL:  the database system is not yet accepting connections',
  ready: '2026-11-30 05:56:20 UTC [8501] LOG:  database system is ready to accept connections',
}

test.each([
  [['panic', 'refused'], 'could not write to file "pg_wal/xlogtemp.8482": No space left on device'],
  [['panic', 'refused', 'ready', 'refused'], undefined],
  [['statement', 'refused'], undefined],
  [[], undefined],
] as const)('a PostgreSQL log with the lines %j has the error %j of a full disk', async (names, error) => {
  const log = join(await makeTempFolder(), 'postgres.log')
  await writeFile(log, names.map((name) => `${LINES[name]}\n`).join(''))
  expect(findFullDisk(log)).toBe(error)
})

test('a missing PostgreSQL log has no error', () => {
  expect(findFullDisk('/missing/postgres.log')).toBeUndefined()
})
