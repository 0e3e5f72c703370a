import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { InvalidFileError, SandboxLostError } from './file-errors.ts'

/**
 * Limits of a process that opens a file: milliseconds of processor time, and bytes of memory. `wallTimeFactor` is the allowed ratio of
 * elapsed time to processor time, since a process on a busy machine waits for the processor.
 */
export type ProcessLimits = { workMs: number; residentBytes: number; wallTimeFactor?: number }

const CHECK_MS = 50
const WALL_TIME_FACTOR = 4

const PAGE_BYTES = 4096
const TICK_MS = 10

/** Kills a child process when the server exits, unless the server itself is killed. */
export function killOnExit(child: ChildProcess) {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  // Errors of the process are ignored here: a running task receives the error as well, and an idle process is replaced.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
}

/** Monitors a process. Rejects if the process exceeds its limits, or if the signal is aborted. */
export async function watchProcess({ pid }: Pick<ChildProcess, 'pid'>, limits: ProcessLimits, signal: AbortSignal): Promise<never> {
  const { workMs, residentBytes, wallTimeFactor = WALL_TIME_FACTOR } = limits
  // Elapsed time is limited to the processor time limit on systems other than Linux, where processor time is unknown.
  const latest = performance.now() + workMs * (process.platform === 'linux' ? wallTimeFactor : 1)
  const before = await readProcessUsage(pid)
  while (true) {
    await delay(CHECK_MS, undefined, { signal })
    const usage = await readProcessUsage(pid)
    if (usage && usage.residentBytes > residentBytes) throw new SandboxLostError('It needs too much memory to open.', { isLimit: true })
    const hasWorked = usage && before && usage.cpuMs - before.cpuMs > workMs
    // A process with little processor time gets more elapsed time, since it may have waited for a processor on a busy machine.
    if (hasWorked || performance.now() > latest)
      throw new InvalidFileError('It takes too long to open; it may be damaged.', { isLimit: hasWorked || usage === undefined })
  }
}

/** Returns the processor time and memory of another process; undefined on systems without /proc, or if the process has ended. */
export async function readProcessUsage(pid: number | undefined): Promise<{ cpuMs: number; residentBytes: number } | undefined> {
  if (process.platform !== 'linux' || pid === undefined) return undefined
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The process name in parentheses may contain any character. After the name, proc(5) continues with field 3.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return line === '' ? undefined : { cpuMs: (field(14) + field(15)) * TICK_MS, residentBytes: field(24) * PAGE_BYTES }
}
