import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'

const STOP_MS = 10_000
const LAST_LINES = 10

export type RunningProcess = Awaited<ReturnType<typeof startProcess>>

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only this process, which then stops its programs in order. The program
 * is killed when this process ends for any reason.
 * @param account account under which the program runs; by default the account of this process
 * @param log file for the program's output
 */
export async function startProcess(command: [string, ...string[]], { account, log }: { account?: string; log: string }) {
  const child = spawn('setpriv', [...diesWithParent(account), ...command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
  })
  const exited = once(child, 'exit')
  const output = createWriteStream(log, { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
  await once(child, 'spawn')

  const isRunning = () => child.exitCode === null && child.signalCode === null

  async function end(signal: NodeJS.Signals) {
    if (isRunning()) child.kill(signal)
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(timer)
  }

  return {
    pid: child.pid ?? 0,
    /** @throws an error with the last lines of the log when the program has exited */
    assertRunning: () => {
      if (isRunning()) return
      throw new Error(`${command[0]} exited:\n${readFileSync(log, 'utf8').split('\n').slice(-LAST_LINES).join('\n')}`)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** Arguments of setpriv(1) that kill the program when its parent exits. */
export function diesWithParent(account?: string): string[] {
  return ['--pdeathsig', 'KILL', ...(account ? ['--reuid', account, '--regid', account, '--init-groups'] : [])]
}
