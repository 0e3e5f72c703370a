import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { createApp } from '#server/boot/app.ts'
import { openServices, type Services } from '#server/boot/services.ts'
import { readConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { openLoopbackServer } from '#tests/support/gateway-doubles/loopback-server.ts'
import { openPaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import type { CrashTask, KillPoint } from './crash-task.ts'

export type CrashShop = Awaited<ReturnType<typeof openCrashShop>>

/**
 * Opens a shop with its database, the Paynow double, and an endpoint for the double's notifications, all on loopback. Runs server processes
 * that are killed, and one instance that can be closed and reopened, as after a crash.
 */
export async function openCrashShop(dataDir: string) {
  const database = await startEmbeddedPostgres(dataDir)
  const double = await openPaynowDouble({ retryMs: 5 })
  let running: Awaited<ReturnType<typeof start>> | undefined
  let isReachable = false
  let missed: string[] = []
  const endpoint = await openLoopbackServer(async ({ url, body, headers }) => {
    if (!running || !isReachable) {
      missed.push(body)
      return { status: 503 }
    }
    const type = headers['content-type'] ?? ''
    const response = await running.app.inject({ method: 'POST', url: url.pathname, payload: body, headers: { 'content-type': type } })
    return { status: response.statusCode, body: response.body }
  })
  const { USD: usd, ZWG: zwg } = double.integrations
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    PUBLIC_URL: endpoint.url,
    PAYNOW_URL: double.url,
    PAYNOW_USD_ID: usd.id,
    PAYNOW_USD_KEY: usd.key,
    PAYNOW_ZWG_ID: zwg.id,
    PAYNOW_ZWG_KEY: zwg.key,
  }

  async function start() {
    const services = await openServices(readConfig(settings), { alert: () => undefined })
    return { services, app: await createApp(services) }
  }

  async function close() {
    const last = running
    running = undefined
    await last?.app.close()
    await last?.services.close()
  }

  /** Starts a server process that waits for its task. */
  function spawnApp() {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-app.child.ts')], {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: join(dataDir, 'compiled'), ...settings },
      stdio: 'pipe',
    })
    // Errors of stdin are ignored, since the exit of the process reveals a failed start.
    child.stdin.on('error', () => undefined)
    return { child, ended: Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]) }
  }

  running = await start()
  let waiting = spawnApp()
  return {
    url: endpoint.url,
    double,
    services: (): Services => {
      if (!running) throw new Error('The shop is closed')
      return running.services
    },

    /** Rejects all further notifications of the Paynow double. */
    blockMessages: () => {
      isReachable = false
      missed = []
    },
    /** Notifications that could not be delivered. */
    missed: () => [...missed],

    /** Reopens the shop. With `resendsMessages`, missed notifications are delivered again, each twice. */
    restart: async ({ resendsMessages }: { resendsMessages: boolean }) => {
      await close()
      running = await start()
      isReachable = true
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const to = `${endpoint.url}/api/gateways/paynow/result`
      for (const body of resendsMessages ? [...missed, ...missed] : []) double.courier.send({ to, write: () => ({ body, headers }) })
      await double.courier.settle()
    },

    /** Moves all stored times of payments into the past, while no instance is working on them. */
    pass: async (interval: string) => {
      const moments = ['created_at', 'expires_at', 'paid_at', 'ended_at', 'next_check_at', 'leased_until']
      const earlier = moments.map((moment) => sql`${sql.identifier(moment)} = ${sql.identifier(moment)} - ${interval}::interval`)
      await running?.services.database.orm.transaction(async (transaction) => {
        await transaction.execute(sql`lock table payment_attempts in exclusive mode`)
        await transaction.execute(sql`update payment_attempts set ${sql.join(earlier, sql`, `)}`)
      })
    },

    /** Runs a task in another instance of this shop. Returns the number of steps, or undefined if the instance was killed. */
    send: async (task: CrashTask, killPoint: KillPoint): Promise<number | undefined> => {
      const { child, ended } = waiting
      child.stdin.end(JSON.stringify({ task, killPoint }))
      const [printed, errors, [code, signal]] = await ended
      // The next instance starts while the shop recovers.
      waiting = spawnApp()
      if (signal === 'SIGKILL') return undefined
      if (code !== 0) throw new Error(`The app ended with ${code ?? signal}: ${errors}`)
      return Number(printed)
    },

    close: async () => {
      waiting.child.kill('SIGKILL')
      await waiting.ended
      await close()
      await double.close()
      await endpoint.close()
      await database.stop()
    },
  }
}
