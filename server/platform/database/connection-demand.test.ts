import { expect, test } from 'vitest'
import { query } from '#tests/support/database-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'
import { openDatabase } from './database.ts'

test('an instance starts and reports a warning if all instances together may exceed the connection limit', async () => {
  const copy = await copyTemplate()
  await query(copy.url, `do $$ begin execute format('alter database %I connection limit 16', current_database()); end $$`)
  const dataDir = await makeTempFolder()
  const reported: unknown[] = []
  const open = () =>
    openDatabase({ url: copy.url, dataDir, poolSize: 4, onStatusChange: (text, details) => reported.push([text, details]) })
  const first = await open()
  expect(reported).toEqual([])
  const second = await open()
  expect(reported).toEqual([[expect.stringContaining('lower DATABASE_POOL'), { apps: 2, needed: 18, allowed: 16 }]])
  await Promise.all([first.close(), second.close()])
  await copy.drop()
})
