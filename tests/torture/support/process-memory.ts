import { readFile } from 'node:fs/promises'

/** The most memory that a process has had at any time, in bytes; undefined where the system doesn't tell. */
export async function highestMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
