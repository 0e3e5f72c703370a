import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freezePostgres, killPostgres, postmasterOf } from '#tests/support/postgres-processes.ts'

/** How long an app may take until all is well again; beyond it the run is given up. */
const HEALED_WITHIN_MS = 60_000

export type DatabaseHarm = {
  rounds: number
  requests: number
  /** How many requests were answered how; 0 stands for no answer */
  statuses: Record<number, number>
  /** 503 without saying when to come again */
  withoutRetryAfter: number
  /** The slowest answer, in milliseconds */
  slowestMs: number
  /** From the moment the database was killed, or from when it could go on, until everything answered again, in milliseconds */
  healedMs: { worst: number; median: number }
  orders: { acknowledged: number; lost: number }
}

/** How the database is harmed, and how it is brought back where the app doesn't do that itself. */
export type Harm = { name: string; strike: () => Promise<void> }

/** Kills the PostgreSQL in a data folder. Whoever runs it starts it again: an app does so by itself. */
export const killing = (dataDir: string, startAgain: () => Promise<void> = async () => undefined): Harm => ({
  name: 'killed',
  strike: async () => {
    await killPostgres(await postmasterOf(dataDir))
    await startAgain()
  },
})

/** Freezes the PostgreSQL in a data folder for so long. */
export const hanging = (dataDir: string, seconds: number): Harm => ({
  name: `hung for ${seconds} s`,
  strike: async () => {
    const thaw = await freezePostgres(await postmasterOf(dataDir))
    await sleep(1000 * seconds)
    thaw()
  },
})

/**
 * Harms the database again and again while so many requests a second come, reads and orders, and looks whether all that was
 * acknowledged is there in the end. The app needs TRUST_PROXY, so that the requests seem to come from everywhere.
 * @param productId a priced book, which is ordered
 */
export async function harmDatabase(
  url: string,
  { harm, rounds, perSecond, productId }: { harm: Harm; rounds: number; perSecond: number; productId: string },
): Promise<DatabaseHarm> {
  const agent = new Agent({ keepAlive: true })
  const seen = { requests: 0, statuses: {} as Record<number, number>, withoutRetryAfter: 0, slowestMs: 0 }
  const orders: { id: string; clientId: string }[] = []

  async function ask(path: string, post?: Record<string, unknown>, headers: Record<string, string> = {}) {
    const start = performance.now()
    const answer = await send(`${url}${path}`, { agent, headers, ...(post && { post }) })
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
  const under = new Set<Promise<unknown>>()
  let turn = 0
  const load = setInterval(
    () => {
      const next = ++turn % 5 === 0 ? order() : reads[Math.floor(Math.random() * reads.length)]?.()
      if (!next) return
      under.add(next)
      void next.finally(() => under.delete(next))
    },
    Math.max(1, 1000 / perSecond),
  )

  const healed: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      await sleep(1000)
      await harm.strike()
      healed.push(await untilWell(url, agent))
    }
    await sleep(1000)
  } finally {
    clearInterval(load)
  }
  await Promise.all(under)
  let lost = 0
  for (const { id, clientId } of orders) {
    const { status } = await send(`${url}/api/orders/${id}`, { agent, headers: { 'client-id': clientId } })
    if (status !== 200) lost++
  }
  agent.destroy()
  healed.sort((one, other) => one - other)
  return {
    rounds,
    ...seen,
    healedMs: { worst: Math.round(healed.at(-1) ?? 0), median: Math.round(healed[healed.length >> 1] ?? 0) },
    orders: { acknowledged: orders.length, lost },
  }
}

/** Milliseconds until what needs the database is answered, three times in a row. */
async function untilWell(url: string, agent: Agent): Promise<number> {
  const start = performance.now()
  for (let inRow = 0; inRow < 3; ) {
    const { status } = await send(`${url}/api/books?limit=1&q=${randomBytes(3).toString('hex')}`, { agent })
    inRow = status === 200 ? inRow + 1 : 0
    if (performance.now() - start > HEALED_WITHIN_MS) throw new Error('It did not get well')
    if (inRow === 0) await sleep(50)
  }
  return performance.now() - start
}

type Answer = { status: number; retryAfter: boolean; body: string }

function send(
  address: string,
  { agent, post, headers = {} }: { agent: Agent; post?: Record<string, unknown>; headers?: Record<string, string> },
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      address,
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
