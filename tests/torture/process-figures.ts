import { readdir, readFile } from 'node:fs/promises'

export type ProcessFigures = { memoryMb: number; descriptors: number }

/** What a process on this machine (Linux) holds now: memory in use, and open files and sockets. */
export async function readProcess(pid: number): Promise<ProcessFigures> {
  const [status, descriptors] = await Promise.all([readFile(`/proc/${pid}/status`, 'utf8'), readdir(`/proc/${pid}/fd`)])
  const [, kilobytes = ''] = /VmRSS:\s+(\d+)/.exec(status) ?? []
  return { memoryMb: Math.round(Number(kilobytes) / 1024), descriptors: descriptors.length }
}
