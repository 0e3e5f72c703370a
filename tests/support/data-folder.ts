import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { makeTempFolder } from './temp-folder.ts'

/**
 * A new data folder with an initialized, migrated and empty embedded PostgreSQL, for tests that start the product and don't
 * test its first start, which takes seconds. The caller removes it.
 */
export async function makeDataFolder(): Promise<string> {
  const folder = await makeTempFolder()
  // Keeps the owners, unlike Node's own copy: as root, PostgreSQL's files belong to another account.
  const ready = inject('dataFolder')
  if (ready) await promisify(execFile)('cp', ['-a', `${ready}/.`, folder])
  return folder
}
