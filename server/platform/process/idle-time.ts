import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { succeeds } from '#server/platform/succeeds.ts'

const run = promisify(execFile)

/**
 * Commands that lower the priority of a process, best first. A process of `chrt`, which is specific to Linux, is preempted immediately. A
 * process with the lowest priority of `nice` continues for some milliseconds: the p95 of response times rose to 1.7 times the usual value,
 * but only to 1.1 times with `chrt` (`npm run bench -- renditions`).
 */
const PREFIXES = [
  ['chrt', '--idle', '0'],
  ['nice', '-n', '19'],
]
const LOOK_MS = 10_000

let found: Promise<string[]> | undefined

/**
 * Returns a command and its arguments, changed so that all threads use only idle processor time. Returns the command unchanged if the
 * system does not support or permit such scheduling.
 */
export async function inIdleTime(command: string, args: string[]): Promise<[command: string, args: string[]]> {
  found ??= look()
  const [first = '', ...others] = [...(await found), command, ...args]
  return [first, others]
}

async function look(): Promise<string[]> {
  for (const prefix of PREFIXES) {
    const [program = '', ...options] = prefix
    if (await succeeds(run(program, [...options, 'true'], { timeout: LOOK_MS }))) return prefix
  }
  return []
}
