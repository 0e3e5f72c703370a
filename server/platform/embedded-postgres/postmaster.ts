import { readFile, readlink, realpath, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { removeStaleFile } from '#server/platform/files/remove-stale-file.ts'
import type { PostgresHome } from './postgres-home.ts'
import { type Account, isProcessAlive, runProgram } from './run-program.ts'

/** Age of a pid file in ms up to which the server may not listen on its port yet. */
const YOUNG_MS = 5000

/** Returns the process id in the pid file, which the server removes as its last action. */
export async function readPid(home: PostgresHome): Promise<number | undefined> {
  const content = await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(content, 10) || undefined
}

/**
 * Returns the port of the server that runs on this cluster. Removes a pid file left by a crash: after a reboot its pid may belong to
 * another program, which `pg_ctl` would take for the server.
 */
export async function runningPort(home: PostgresHome): Promise<number | undefined> {
  const file = join(home.cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3]) || undefined
  // A pid file of an ended process is left to PostgreSQL, which first checks for leftover child processes.
  if (pid && !isProcessAlive(pid)) return undefined
  // A file from the future is old: after a power failure, the clock may be behind.
  const young = Math.abs(Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? 0)) < YOUNG_MS
  if (pid ? await isPostmaster(home, pid, { port, young }) : young) return port
  removeStaleFile(file, (found) => found === content)
  return undefined
}

async function isPostmaster(home: PostgresHome, pid: number, { port, young }: { port: number | undefined; young: boolean }) {
  // The working directory of a PostgreSQL server is its cluster, but not every system exposes the directory.
  const folder = await workingFolder(pid, home.account)
  if (folder !== undefined) return folder === (await realpath(home.cluster))
  return young || (port !== undefined && (await isListening(port)))
}

function workingFolder(pid: number, account: Account | undefined): Promise<string | undefined> {
  const link = `/proc/${pid}/cwd`
  return (
    readlink(link)
      // The link to the folder is read with PostgreSQL's account if necessary: root in a container may not be allowed to read processes of
      // other accounts.
      .catch((error) => (account ? runProgram('readlink', ['-n', link], { account, cwd: '/' }) : Promise.reject(error)))
      .catch(() => undefined)
  )
}

function isListening(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 })
    const done = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false))
  })
}
