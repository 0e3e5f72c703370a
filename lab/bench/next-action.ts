import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { digestClient } from '#server/platform/digest.ts'
import type { Result } from './result.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { median, milliseconds, percentile } from './support/numbers.ts'
import { startPlainRoute } from './support/side-by-side.ts'

const VISITORS = 8
const ROUNDS = 9
const ASKS = 400

/** Compares the response time of opening free and owned items with a bare Fastify route that runs one indexed query. */
export async function measureNextAction(): Promise<Result[]> {
  const site = await openFilledSite()
  const plain = await startPlainRoute(site.databaseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: VISITORS })
  try {
    const clientId = randomBytes(24).toString('base64url')
    const free = await pickBook(site, 'price_minor <= 0')
    const owned = await pickBook(site, 'price_minor > 0')
    await site.pool.query(`insert into entitlements (id, client_digest, product, product_id) values ('bench', $1, 'book', $2)`, [
      digestClient(clientId),
      owned,
    ])
    const results: Result[] = []
    for (const [name, productId] of Object.entries({ free, owned })) {
      const question = { clientId, productId, product: 'book', currency: 'USD', returnUrl: `${site.url}/bookshop` }
      const ours = { agent, url: `${site.url}/api/get-next-action`, body: JSON.stringify(question) }
      const bare = { agent, url: plain.url, body: JSON.stringify(question) }
      await p95(ours)
      await p95(bare)
      const rounds: [number, number][] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push([await p95(ours), await p95(bare)])
      results.push({
        name: `get-next-action for ${name === 'free' ? 'a free' : 'an owned'} book: p95 against a bare route with one indexed query`,
        ratio: median(rounds.map(([one, other]) => one / other)),
        promise: { atMost: 3 },
        measured: `p95 ${milliseconds(median(rounds.map(([one]) => one)))}`,
        reference: `p95 ${milliseconds(median(rounds.map(([, other]) => other)))}`,
      })
    }
    return results
  } finally {
    agent.destroy()
    await plain.stop()
    await site.close()
  }
}

async function pickBook({ pool }: FilledSite, where: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`select id from books where ${where} limit 1`)
  if (!rows[0]) throw new Error(`No book with ${where}`)
  return rows[0].id
}

/** Returns the 95th percentile of the response times of many calls; each visitor's calls are sequential. */
async function p95(call: { agent: Agent; url: string; body: string }): Promise<number> {
  const times: number[] = []
  const ask = async () => {
    while (times.length < ASKS) times.push(await post(call))
  }
  await Promise.all(Array.from({ length: VISITORS }, ask))
  return percentile(times, 0.95)
}

function post({ agent, url, body }: { agent: Agent; url: string; body: string }): Promise<number> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request(url, { agent, method: 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - start))
    })
      .on('error', reject)
      .end(body)
  })
}
