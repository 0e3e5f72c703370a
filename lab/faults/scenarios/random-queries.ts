import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import type { Scenario } from '../scenario.ts'
import { statusFigures } from '../status-figures.ts'

const REQUESTS = 20_000
/** Source address of the load, so that readers on 127.0.0.1 count as other visitors. All of 127.0.0.0/8 is this machine. */
const FROM = '127.0.0.66'

/** Kinds of uncached URLs: unknown parameters, and searches. `noise` is random text. */
const KINDS = [
  (noise: string) => `/bookshop?x=${noise}`,
  (noise: string) => `/bookshop.data?x=${noise}`,
  (noise: string) => `/?utm_source=${noise}`,
  (noise: string) => `/api/books?limit=24&x=${noise}`,
  (noise: string) => `/bookshop?q=${noise}`,
  (noise: string) => `/podcasts.data?_routes=${noise}`,
  (noise: string) => `/api/podcasts?limit=24&q=${noise.slice(0, 200)}`,
]

/** Fault scenario: random URLs, up to the maximum accepted length. */
export const randomQueries: Scenario = {
  number: 7,
  name: 'random queries',
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 150,
  rounds: 2,
  run: async (product, { long }) => statusFigures(await sendRandomQueries(product, { requests: long ? 10 * REQUESTS : REQUESTS })),
}

/** Requests random URLs with up to `length` characters of random text each; returns the number of responses by status. */
export async function sendRandomQueries(
  { url }: { url: string },
  { requests = REQUESTS, connections = 16, length = 15_000 }: { requests?: number; connections?: number; length?: number } = {},
): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: FROM })
  const statuses: Record<string, number> = {}
  let sent = 0
  const ask = async () => {
    while (sent < requests) {
      const kind = KINDS[sent++ % KINDS.length] ?? KINDS[0]
      const noise = randomBytes(Math.ceil((length * (1 + (sent % 4))) / 8)).toString('hex')
      const status = await statusOf(url + (kind?.(noise) ?? ''), agent)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  agent.destroy()
  return statuses
}

function statusOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)))
      response.on('error', () => resolve('broken'))
    }).on('error', () => resolve('broken'))
  })
}
