import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { makeTempFolder } from './temp-folder.ts'

/**
 * Creates a data folder with an initialized, migrated and empty embedded PostgreSQL, for tests that start the server but don't test its
 * first start, which takes seconds. The caller removes the folder.
 */
export async function makeDataFolder(): Promise<string> {
  const folder = await makeTempFolder()
  // `cp -a` preserves file owners, unlike Node's copy: under root, PostgreSQL's files belong to another account.
  const ready = inject('dataFolder')
  if (ready) await promisify(execFile)('cp', ['-a', `${ready}/.`, folder])
  return folder
}
