import { readdir } from 'node:fs/promises'

/** How many files and sockets a process on this machine has open. */
export async function openDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}
