import { readFile, readlink, realpath, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { removeStaleFile } from '#server/platform/files/remove-stale-file.ts'
import type { PostgresHome } from './postgres-home.ts'
import { type Account, isProcessAlive, runProgram } from './run-program.ts'

/** A server that starts answers on its port well within this time after it wrote its pid file. */
const YOUNG_MS = 5000

/**
 * The port of the server that runs on this cluster. A pid file that a crash left does not count: after a reboot its number may
 * belong to any program, which `pg_ctl` takes for the server for ever, so such a file is removed.
 */
export async function runningPort(home: PostgresHome): Promise<number | undefined> {
  const file = join(home.cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3]) || undefined
  // PostgreSQL itself sees through the number of a dead process, and first looks whether that one left others behind.
  if (pid && !isProcessAlive(pid)) return undefined
  const young = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? 0) < YOUNG_MS
  if (pid ? await isPostmaster(home, pid, { port, young }) : young) return port
  removeStaleFile(file, (found) => found === content)
  return undefined
}

async function isPostmaster(home: PostgresHome, pid: number, { port, young }: { port: number | undefined; young: boolean }) {
  // A postmaster works in its cluster. That can't be seen on every system.
  const folder = await workingFolder(pid, home.account)
  if (folder !== undefined) return folder === (await realpath(home.cluster))
  return young || (port !== undefined && (await answers(port)))
}

function workingFolder(pid: number, account: Account | undefined): Promise<string | undefined> {
  const link = `/proc/${pid}/cwd`
  return (
    readlink(link)
      // Root in a container may not look at other accounts' processes; they may look at their own.
      .catch((error) => (account ? runProgram('readlink', ['-n', link], { account, cwd: '/' }) : Promise.reject(error)))
      .catch(() => undefined)
  )
}

function answers(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 })
    const done = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false))
  })
}
