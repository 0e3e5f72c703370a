import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openTestServices } from '#tests/support/test-services.ts'
import { openServices } from './services.ts'

const run = promisify(execFile)

test('the database is closed even if the temporary folder can’t be removed', async () => {
  const around = await openTestServices()
  const { config, database } = around
  const services = await openServices({ ...config, database: { ...config.database, url: database.url } })
  // The path of the nested folders exceeds the maximum length, so they can't be removed. Missing permissions would not stop root.
  const name = 'deep'.repeat(60)
  await run('sh', ['-c', `for i in $(seq 20); do mkdir ${name} && cd -P ${name}; done`], { cwd: services.library.tempFolder })
  await expect(services.close()).rejects.toThrow('ENAMETOOLONG')
  expect(services.database.pool.ended).toBe(true)
  await run('rm', ['-r', services.library.tempFolder])
  await around.close()
})
