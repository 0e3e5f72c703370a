import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The process id of a data folder's embedded PostgreSQL, also when the files are elsewhere under another account. */
export async function postmasterPid(dataDir: string) {
  const folder = await readFile(join(dataDir, 'postgres.location'), 'utf8').then(
    (text) => text.trim(),
    () => join(dataDir, 'postgres'),
  )
  return Number((await readFile(join(folder, '18/postmaster.pid'), 'utf8')).split('\n')[0])
}
