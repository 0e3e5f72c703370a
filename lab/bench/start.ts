import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#server/platform/database/database.ts'
import { freePort } from '#tests/support/free-port.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { atMostPromised, type Outcome } from './result.ts'
import { median } from './support/numbers.ts'

const ROOT = join(import.meta.dirname, '../..')
const ROUNDS = 5
const PROMISED_MS = { npm: 5000, server: 1500 }

/**
 * Measures the time from the command to the first page, with dependencies installed, the build present, and a database
 * from an earlier start.
 */
export async function measureStart(): Promise<Outcome[]> {
  const dataDir = await makeTempFolder()
  const [npm, server]: number[][] = [[], []]
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const time = await timeStart(['npm', 'start'], { DATA_DIR: dataDir })
      // The first start isn't measured, since it creates the database.
      if (round > 0) npm?.push(time)
    }
    const database = await openDatabase({ dataDir, poolSize: 2 })
    for (let round = 0; round < ROUNDS; round++)
      server?.push(await timeStart(['node', 'server/main.ts'], { DATA_DIR: dataDir, DATABASE_URL: database.url }))
    await database.close()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return [
    outcome('npm start, warm, to the first page', npm ?? [], PROMISED_MS.npm),
    outcome('the server alone on an external database, to the first page', server ?? [], PROMISED_MS.server),
  ]
}

function outcome(name: string, times: number[], promised: number): Outcome {
  const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`
  return atMostPromised(name, {
    value: median(times),
    promised,
    format: seconds,
    measured: `median ${seconds(median(times))}, slowest ${seconds(Math.max(...times))}`,
  })
}

async function timeStart([program = '', ...args]: string[], settings: Record<string, string>): Promise<number> {
  const port = await freePort()
  const start = performance.now()
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: String(port), DEMO: 'off', ...settings }
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  try {
    while (!(await answers(`http://127.0.0.1:${port}/`))) {
      if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} exited with ${child.exitCode}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return performance.now() - start
  } finally {
    await stop(child)
  }
}

async function answers(url: string) {
  const response = await fetch(url).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}

/** Stops a server by a signal to the whole process group, because npm doesn't forward signals to its child processes. */
async function stop(child: ChildProcess) {
  if (child.exitCode !== null || !child.pid) return
  process.kill(-child.pid, 'SIGTERM')
  await once(child, 'exit')
  // npm exits before its child process, so the whole process group is polled.
  while (isGroupAlive(child.pid)) await new Promise((resolve) => setTimeout(resolve, 20))
}

function isGroupAlive(group: number) {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
