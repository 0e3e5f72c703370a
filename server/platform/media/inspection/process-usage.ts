import { readFile } from 'node:fs/promises'

const PAGE_BYTES = 4096
const TICK_MS = 10

/** Processor time and memory of another process; undefined on systems without /proc, or when the process has ended. */
export async function readProcessUsage(pid: number | undefined): Promise<{ cpuMs: number; residentBytes: number } | undefined> {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in brackets may contain anything; after it, proc(5) counts from field 3.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return line === '' ? undefined : { cpuMs: (field(14) + field(15)) * TICK_MS, residentBytes: field(24) * PAGE_BYTES }
}
