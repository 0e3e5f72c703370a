import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessAlive } from './run-program.ts'

/** Removes what a process that died left half-made: `<name>.<pid>.new`, and the password it gave to initdb. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /\.(\d+)\.(?:new|password)$/.exec(name) ?? []
    // A draft under our own number is a dead process's too: we make ours after this.
    if (pid && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) await rm(join(folder, name), { recursive: true, force: true })
  }
}
