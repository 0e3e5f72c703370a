import { readdir, readFile } from 'node:fs/promises'

/** Returns the resident memory of a process in bytes; undefined if the process has ended or the machine has no /proc. */
export const residentMemory = (pid: number) => readBytes(pid, /VmRSS:\s+(\d+) kB/)

/** Returns the peak memory of a process in bytes; undefined if the machine has no /proc. */
export const peakMemory = (pid: number) => readBytes(pid, /VmHWM:\s+(\d+) kB/)

/** Returns the number of open files and sockets of a process. */
export async function openDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}

/** Returns the CPU time that a process has used so far, in microseconds, on Linux; zero elsewhere. */
export async function processorTime(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10_000
}

async function readBytes(pid: number, line: RegExp): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = line.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}
