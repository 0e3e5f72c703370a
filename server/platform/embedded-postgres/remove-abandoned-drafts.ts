import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessAlive } from './run-program.ts'

/** Removes unfinished files of dead processes: `<name>.<pid>.new`, and the password file for initdb. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /\.(\d+)\.(?:new|password)$/.exec(name) ?? []
    // One with our own pid is a dead process's too: ours is made after this.
    if (pid && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) await rm(join(folder, name), { recursive: true, force: true })
  }
}
