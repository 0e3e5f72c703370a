import { appendFile, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { trimLog } from './postgres-log.ts'

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
