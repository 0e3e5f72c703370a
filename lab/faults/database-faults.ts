import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freezePostgres, killPostgres, postmasterOf } from '#tests/support/postgres-processes.ts'

/** Time limit for the recovery of the server, in ms, after which the run is aborted. */
const RECOVERY_LIMIT_MS = 60_000

export type DatabaseFaultReport = {
  rounds: number
  requests: number
  /** Number of responses by status; 0 counts missing responses */
  statuses: Record<number, number>
  /** Number of 503 responses without Retry-After */
  withoutRetryAfter: number
  /** Slowest response, in milliseconds */
  slowestMs: number
  /** Milliseconds from the kill, or from the end of the hang, until requests succeed again */
  recoveryMs: { worst: number; median: number }
  orders: { acknowledged: number; lost: number }
}

/** Database fault, including the restart of a database that the server doesn't restart itself. */
export type DatabaseFault = { name: string; inject: () => Promise<void> }

/** Kills the PostgreSQL of a data folder. The server restarts an embedded PostgreSQL; `restart` restarts an external one. */
export const killDatabase = (dataDir: string, restart: () => Promise<void> = async () => undefined): DatabaseFault => ({
  name: 'killed',
  inject: async () => {
    await killPostgres(await postmasterOf(dataDir))
    await restart()
  },
})

/** Fault that freezes the PostgreSQL of a data folder for some seconds. */
export const hangDatabase = (dataDir: string, seconds: number): DatabaseFault => ({
  name: `hung for ${seconds} s`,
  inject: async () => {
    const thaw = await freezePostgres(await postmasterOf(dataDir))
    await sleep(1000 * seconds)
    thaw()
  },
})

/**
 * Injects the fault repeatedly under a load of reads and orders, and counts acknowledged orders that are lost. The server needs
 * TRUST_PROXY, so that requests can claim to come from many networks.
 * @param productId a priced book to order
 */
export async function injectDatabaseFaults(
  url: string,
  { fault, rounds, perSecond, productId }: { fault: DatabaseFault; rounds: number; perSecond: number; productId: string },
): Promise<DatabaseFaultReport> {
  const agent = new Agent({ keepAlive: true })
  const seen = { requests: 0, statuses: {} as Record<number, number>, withoutRetryAfter: 0, slowestMs: 0 }
  const orders: { id: string; clientId: string }[] = []

  async function ask(path: string, post?: Record<string, unknown>, headers: Record<string, string> = {}) {
    const start = performance.now()
    const answer = await send(`${url}${path}`, { agent, headers, post })
    seen.requests++
    seen.statuses[answer.status] = (seen.statuses[answer.status] ?? 0) + 1
    if (answer.status === 503 && !answer.retryAfter) seen.withoutRetryAfter++
    seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - start))
    return answer
  }

  async function order() {
    const clientId = randomBytes(24).toString('base64url')
    const answer = await ask(
      '/api/get-next-action',
      { productId, clientId, product: 'book', currency: 'USD', returnUrl: `${url}/bookshop` },
      { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` },
    )
    if (answer.status !== 200) return
    const { action } = JSON.parse(answer.body) as { action: string }
    orders.push({ id: new URL(action).pathname.split('/').at(-1) ?? '', clientId })
  }

  const reads = [
    () => ask(`/api/books?limit=5&q=${randomBytes(3).toString('hex')}`),
    () => ask('/bookshop'),
    () => ask(`/bookshop?q=${randomBytes(3).toString('hex')}`),
    () => ask('/api/health'),
    () => ask(`/api/podcasts?limit=5&q=${randomBytes(3).toString('hex')}`),
  ]
  const running = new Set<Promise<unknown>>()
  let turn = 0
  const load = setInterval(
    () => {
      const next = ++turn % 5 === 0 ? order() : reads[Math.floor(Math.random() * reads.length)]?.()
      if (!next) return
      running.add(next)
      void next.finally(() => running.delete(next))
    },
    Math.max(1, 1000 / perSecond),
  )

  const recoveries: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      await sleep(1000)
      await fault.inject()
      recoveries.push(await untilHealthy(url, agent))
    }
    await sleep(1000)
  } finally {
    clearInterval(load)
  }
  await Promise.all(running)
  let lost = 0
  for (const { id, clientId } of orders) {
    const { status } = await send(`${url}/api/orders/${id}`, { agent, headers: { 'client-id': clientId } })
    if (status !== 200) lost++
  }
  agent.destroy()
  recoveries.sort((one, other) => one - other)
  return {
    rounds,
    ...seen,
    recoveryMs: { worst: Math.round(recoveries.at(-1) ?? 0), median: Math.round(recoveries[recoveries.length >> 1] ?? 0) },
    orders: { acknowledged: orders.length, lost },
  }
}

/** Measures the milliseconds until three requests in a row that need the database succeed. */
async function untilHealthy(url: string, agent: Agent): Promise<number> {
  const start = performance.now()
  for (let inRow = 0; inRow < 3; ) {
    const { status } = await send(`${url}/api/books?limit=1&q=${randomBytes(3).toString('hex')}`, { agent })
    inRow = status === 200 ? inRow + 1 : 0
    if (performance.now() - start > RECOVERY_LIMIT_MS) throw new Error('The app did not recover')
    if (inRow === 0) await sleep(50)
  }
  return performance.now() - start
}

type Answer = { status: number; retryAfter: boolean; body: string }

function send(
  url: string,
  { agent, post, headers = {} }: { agent: Agent; post?: Record<string, unknown>; headers?: Record<string, string> },
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { agent, method: post ? 'POST' : 'GET', headers: { ...headers, ...(post && { 'content-type': 'application/json' }) } },
      async (response) => {
        const body = Buffer.concat(await response.toArray().catch(() => [])).toString()
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] !== undefined, body })
      },
    )
    sent.once('error', () => resolve({ status: 0, retryAfter: false, body: '' }))
    sent.end(post && JSON.stringify(post))
  })
}
