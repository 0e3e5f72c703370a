import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the process id of the embedded PostgreSQL of a data folder, even if the database files are in another folder under another
 * account.
 */
export async function postmasterPid(dataDir: string) {
  const folder = await readFile(join(dataDir, 'postgres.location'), 'utf8').then(
    (text) => text.trim(),
    () => join(dataDir, 'postgres'),
  )
  return Number((await readFile(join(folder, '18/postmaster.pid'), 'utf8')).split('\n')[0])
}
