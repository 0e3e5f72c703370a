import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Figure } from '#lab/faults/scenario.ts'
import { processorTime } from '#tests/support/process-status.ts'
import type { Cluster } from './cluster.ts'
import type { StepContext } from './step.ts'

const CONNECTIONS = 64
const [WARM_UP_SECONDS, SECONDS] = [5, 15]
const SETTLE_MS = 3000
/** Paths that typical readers request: pages and lists from the cache, and occasionally a new search, which queries the database. */
const PATHS = ['/', '/bookshop', '/api/books?limit=20', '/authors', '/api/podcasts?limit=20']
const SEARCH_EVERY = 10

type Spent = { nodes: number; haproxy: number; postgres: number; 'the load generator': number }

/**
 * Loads one, two and all nodes with readers at full speed. All processes share this machine's processors, so the capacity of a node is
 * measured as requests per second of its processor time. The CPU time of balancer and database shows whether they can serve more nodes.
 */
export async function measureCapacity({ cluster, log }: StepContext): Promise<Figure[]> {
  const figures: Figure[] = []
  for (let used = 1; used <= cluster.nodes.length; used++) {
    for (const { number } of cluster.nodes) await cluster.balancer.setUse(number, number <= used)
    await delay(SETTLE_MS)
    await load(cluster, WARM_UP_SECONDS)
    const before = await spent(cluster)
    const { requests, errors, ...answers } = await load(cluster, SECONDS)
    const after = await spent(cluster)
    const seconds = (who: keyof Spent) => (after[who] - before[who]) / 1e6
    const name = used === 1 ? 'one node' : `${used} nodes`
    figures.push(
      { name: `${name}: requests`, value: requests.total / SECONDS, unit: '/s' },
      { name: `${name}: requests per second of processor time`, value: requests.total / seconds('nodes'), unit: '/s' },
      ...(Object.keys(before) as (keyof Spent)[]).map((who) => ({
        name: `${name}: processor time of ${who} per request`,
        value: (1e6 * seconds(who)) / requests.total,
        unit: 'µs',
      })),
      { name: `${name}: requests failed`, value: errors + answers['4xx'] + answers['5xx'], atMost: 0 },
    )
    log(`${name}: ${Math.round(requests.total / SECONDS)} requests per second`)
  }
  for (const { number } of cluster.nodes) await cluster.balancer.setUse(number, true)
  return figures
}

function load({ url }: Cluster, seconds: number) {
  const headers = { 'accept-encoding': 'gzip, br' }
  const pages = Array.from({ length: SEARCH_EVERY - 1 }, (_, at) => ({ path: PATHS[at % PATHS.length] ?? '/', headers }))
  const search = {
    path: '/',
    headers,
    setupRequest: (request: object) => ({ ...request, path: `/api/books?limit=5&q=${randomBytes(3).toString('hex')}` }),
  }
  return autocannon({ url, connections: CONNECTIONS, duration: seconds, requests: [...pages, search] })
}

/** Returns the processor time that nodes, balancer and database have used so far, in microseconds. */
async function spent({ nodes, balancer, postgres }: Cluster): Promise<Spent> {
  const sum = async (pids: number[]) => (await Promise.all(pids.map(processorTime))).reduce((total, time) => total + time, 0)
  const servers = (await Promise.all(postgres.members.map(postgres.pidsOf))).flat()
  return {
    nodes: await sum(nodes.map(({ pid }) => pid)),
    haproxy: await sum([balancer.pid]),
    postgres: await sum(servers),
    'the load generator': await sum([process.pid]),
  }
}
