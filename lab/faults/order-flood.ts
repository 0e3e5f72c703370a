import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { residentMemory } from '#tests/support/process-status.ts'

const MEGABYTE = 1024 * 1024
/** Number of connections per IP address, fewer than the server allows one address, and number of IP addresses that send the requests. */
const [CONNECTIONS_EACH, ADDRESSES] = [400, 4]

/** Numbers of requests and networks. A different `firstNetwork` selects different networks. */
type FloodOptions = { productId: string; requests: number; networks?: number; firstNetwork?: number }

/** Number of responses by status; 0 counts missing responses */
type Statuses = Record<number, number>

export type OrderFlood = {
  statuses: Statuses
  /** Latency of concurrent uncached reads, in milliseconds */
  reader: { before: number; during: number; statuses: Statuses }
  /** Peak memory of the server, in megabytes */
  residentMb: number
}

/** Floods the server with concurrent requests to open one priced item, each from another browser, and measures reads during the flood. */
export async function floodOrders({ url, pid }: { url: string; pid: number }, wishes: FloodOptions): Promise<OrderFlood> {
  const before = await read(url, 60, { until: Promise.resolve() })
  let residentMb = 0
  const watching = setInterval(async () => {
    residentMb = Math.max(residentMb, Math.round(((await residentMemory(pid)) ?? 0) / MEGABYTE))
  }, 50)
  const flooding = openOrders(url, wishes)
  const during = await read(url, 30, { until: flooding })
  const statuses = await flooding
  clearInterval(watching)
  return { statuses, reader: { before: p95(before.ms), during: p95(during.ms), statuses: during.statuses }, residentMb }
}

/** Sends concurrent requests to open one priced item, each from another browser. */
export async function openOrders(url: string, { productId, requests, networks = 1, firstNetwork = 0 }: FloodOptions): Promise<Statuses> {
  const statuses: Statuses = {}
  // Several source addresses are possible, since all of 127.0.0.0/8 is this machine; the reader uses 127.0.0.1.
  const agents = Array.from(
    { length: Math.min(ADDRESSES, Math.ceil(requests / CONNECTIONS_EACH)) },
    (_, at) => new Agent({ keepAlive: true, maxSockets: CONNECTIONS_EACH, localAddress: `127.0.0.${66 + at}` }),
  )
  await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const body = JSON.stringify({
        productId,
        product: 'book',
        currency: 'USD',
        returnUrl: `${url}/bookshop`,
        clientId: randomBytes(24).toString('base64url'),
      })
      const from = firstNetwork + (index % networks)
      const status = await send(`${url}/api/get-next-action`, {
        agent: agents[index % agents.length],
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${from >> 16}.${(from >> 8) & 255}.${from & 255}` },
      })
      statuses[status] = (statuses[status] ?? 0) + 1
    }),
  )
  for (const agent of agents) agent.destroy()
  return statuses
}

/** Requests uncached lists one after the other, at least `least` times and until the promise is settled. */
async function read(url: string, least: number, { until }: { until: Promise<unknown> }) {
  const agent = new Agent({ keepAlive: true })
  const ms: number[] = []
  const statuses: Statuses = {}
  let going = true
  const stop = () => {
    going = false
  }
  until.then(stop, stop)
  while (going || ms.length < least) {
    const start = performance.now()
    const status = await send(`${url}/api/books?limit=5&q=${randomBytes(4).toString('hex')}`, { agent, method: 'GET' })
    ms.push(performance.now() - start)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  agent.destroy()
  return { ms, statuses }
}

function send(
  url: string,
  { body, ...options }: { agent: Agent | undefined; method: string; body?: string; headers?: Record<string, string> },
): Promise<number> {
  return new Promise((resolve) => {
    request(url, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', () => resolve(0))
      .end(body)
  })
}

function p95(values: number[]) {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0)
}
