import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { makeTempFolder } from './temp-folder.ts'

/**
 * A new data folder whose embedded PostgreSQL is made and up to date, without a row: for tests that start the product and are not
 * about its first start, which takes seconds. The caller removes it.
 */
export async function makeDataFolder(): Promise<string> {
  const folder = await makeTempFolder()
  // Keeps the owners, which Node's own copy does not: as root, PostgreSQL's files belong to another account.
  const ready = inject('dataFolder')
  if (ready) await promisify(execFile)('cp', ['-a', `${ready}/.`, folder])
  return folder
}
