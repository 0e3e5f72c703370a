import { readdir, readFile } from 'node:fs/promises'

/** Memory that a process has now, in bytes; undefined where it has ended or the machine has no /proc. */
export const residentMemory = (pid: number) => readBytes(pid, /VmRSS:\s+(\d+) kB/)

/** The most memory that a process had at any time, in bytes; undefined where the machine has no /proc. */
export const peakMemory = (pid: number) => readBytes(pid, /VmHWM:\s+(\d+) kB/)

/** How many files and sockets a process has open. */
export async function openDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}

async function readBytes(pid: number, line: RegExp): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = line.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
