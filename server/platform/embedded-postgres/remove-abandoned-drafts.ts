import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessAlive } from './run-program.ts'

/** Removes unfinished files of processes that have ended: `<name>.<pid>.new`, and the password file for initdb. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /\.(\d+)\.(?:new|password)$/.exec(name) ?? []
    // Unfinished files with the pid of this process belong to an earlier process, since this process creates its own later.
    if (pid && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) await rm(join(folder, name), { recursive: true, force: true })
  }
}
