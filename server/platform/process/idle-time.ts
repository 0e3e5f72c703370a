import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * `chrt` is Linux's: what it starts stops for anybody else at once. With the lowest priority of `nice` it goes on for some milliseconds,
 * which visitors wait: their p95 was 1.7 instead of 1.1 times what it is otherwise (`npm run bench -- renditions`).
 */
const PREFIXES = [
  ['chrt', '--idle', '0'],
  ['nice', '-n', '19'],
]
const LOOK_MS = 10_000

let found: Promise<string[]> | undefined

/**
 * Returns a command, with its arguments, for work in the background: it takes only processor time that nobody else wants, in all its
 * threads. Unchanged where the system has no such thing or allows none.
 */
export async function inIdleTime(command: string, args: string[]): Promise<[command: string, args: string[]]> {
  found ??= look()
  const [first = '', ...others] = [...(await found), command, ...args]
  return [first, others]
}

async function look(): Promise<string[]> {
  for (const prefix of PREFIXES) {
    const [program = '', ...options] = prefix
    const works = await run(program, [...options, 'true'], { timeout: LOOK_MS }).then(
      () => true,
      () => false,
    )
    if (works) return prefix
  }
  return []
}
