import type { ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { InterruptedTaskError, InvalidFileError } from './file-errors.ts'

/**
 * Limits of a process that opens a file: milliseconds of processor time, and bytes of memory. `wallTimeFactor` is the allowed ratio of
 * elapsed time to processor time, since a process on a busy machine waits for the processor, and `leastWallMs` the time that every process
 * gets. The memory of a process that `isReused` may belong to an earlier file.
 */
export type ProcessLimits = { workMs: number; residentBytes: number; wallTimeFactor?: number; leastWallMs?: number; isReused?: boolean }

const CHECK_MS = 50
const WALL_TIME_FACTOR = 4
/** A busy machine may not run a process at all for seconds, however little it has to do. */
const LEAST_WALL_MS = 20_000

const PAGE_BYTES = 4096
const TICK_MS = 10

/**
 * Kills a child process when the server exits, unless the server itself is killed. When memory runs out, Linux kills such processes first,
 * in place of the app or its database.
 */
export function killOnExit(child: ChildProcess) {
  // Other systems, and containers without /proc, have no such file.
  if (child.pid !== undefined) void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined)
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  // Errors of the process are ignored here: a running task receives the error as well, and an idle process is replaced.
  child.on('error', () => undefined)
  child.unref()
  child.channel?.unref()
}

/**
 * Monitors a process. Rejects if the process exceeds its limits, or if the signal is aborted. Only its own processor time and memory prove
 * that the file is too costly: a process that merely waited is an interrupted task.
 */
export async function watchProcess({ pid }: Pick<ChildProcess, 'pid'>, limits: ProcessLimits, signal: AbortSignal): Promise<never> {
  const { workMs, residentBytes, wallTimeFactor = WALL_TIME_FACTOR, leastWallMs = LEAST_WALL_MS, isReused = false } = limits
  const latest = performance.now() + Math.max(leastWallMs, workMs * wallTimeFactor)
  const before = await readProcessUsage(pid)
  while (true) {
    await delay(CHECK_MS, undefined, { signal })
    const usage = await readProcessUsage(pid)
    if (usage && usage.residentBytes > residentBytes) {
      if (isReused) throw new InterruptedTaskError('A reused process exceeded its memory limit')
      throw new InvalidFileError('It needs too much memory to open.', { isLimit: true })
    }
    if (usage && before && usage.cpuMs - before.cpuMs > workMs)
      throw new InvalidFileError('It takes too long to open; it may be damaged.', { isLimit: true })
    if (performance.now() > latest) throw new InterruptedTaskError('The process that opens a file waited too long for a processor')
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
