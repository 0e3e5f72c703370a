import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { type RandomRequest, randomForms, randomJson, randomUrls } from '#tests/support/random-requests.ts'
import { buildImage } from '#tests/support/sample-files.ts'
import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'

const REQUESTS = 20_000
/** Number of concurrent requests: more than a visitor sends, fewer than the rate limits reject */
const AT_ONCE = 8
const BATCH = 500

/** Fault scenario: valid and invalid values are sent to every operation. The responses must be below 500 and leave no data behind. */
export const malformedRequests: Scenario = {
  number: 5,
  name: 'malformed requests',
  settings: { TRUST_PROXY: 'true' },
  maxGrowthMegabytes: 100,
  run: (product, options) => sendMalformedRequests(product, { ...options, requests: options.long ? 10 * REQUESTS : REQUESTS }),
}

async function sendMalformedRequests(
  product: Product,
  { requests, log, seed = Date.now() }: Pick<ScenarioOptions, 'log'> & { requests: number; seed?: number },
): Promise<Figure[]> {
  log(`seed ${seed}`)
  const paths = ((await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: Parameters<typeof randomJson>[0] }).paths
  const picture = Buffer.from(await (await buildImage({ width: 40, height: 60 })).arrayBuffer())
  const arbitrary = fc.oneof(
    { weight: 7, arbitrary: randomUrls(paths) },
    { weight: 7, arbitrary: randomJson(paths) },
    { weight: 6, arbitrary: randomForms(paths, picture) },
  )
  const stored: Record<string, string> = { BOOK: product.items.priced, EPISODE: product.items.episode, FILE: product.items.freeFile }
  const withStored = (text: string) => text.replace(/BOOK|EPISODE|FILE/g, (name) => stored[name] ?? name)
  const statuses = new Map<number, number>()
  let sent = 0

  /** Sends a request from a random IP address, because rate limits are tested elsewhere. */
  async function send({ method, url, headers, payload }: RandomRequest) {
    const number = sent++
    const from = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    const request = {
      method,
      headers: { ...product.headers, ...sendable(headers), 'x-forwarded-for': from },
      ...(payload !== undefined &&
        method !== 'GET' && { body: typeof payload === 'string' ? withStored(payload) : new Uint8Array(payload) }),
    }
    // Ids of stored items are inserted into all requests except DELETE, which would remove the items.
    const response = await fetch(product.url + (method === 'DELETE' ? url : withStored(url)), request).catch((error: unknown) => {
      log(`${method} ${url}: ${error} ${(error as Error).cause ?? ''}`)
      return undefined
    })
    const status = response?.status ?? 0
    await response?.arrayBuffer().catch(() => undefined)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status >= 500) log(`${status}: ${method} ${url} ${headers['content-type'] ?? ''} ${String(request.body ?? '').slice(0, 2000)}`)
  }

  for (let batch = 0; sent < requests; batch++) {
    const pending = fc.sample(arbitrary, { numRuns: Math.min(BATCH, requests - sent), seed: seed + batch })
    const next = async () => {
      for (let request = pending.pop(); request; request = pending.pop()) await send(request)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }
  const count = (match: (status: number) => boolean) => [...statuses].reduce((sum, [status, times]) => sum + (match(status) ? times : 0), 0)
  return [
    { name: 'requests', value: sent },
    { name: 'completed', value: count((status) => status >= 200 && status < 300) },
    { name: 'refused', value: count((status) => status >= 400 && status < 500) },
    { name: '5xx responses', value: count((status) => status >= 500), atMost: 0 },
    { name: 'without a response', value: count((status) => status === 0), atMost: 0 },
    { name: 'temporary files left behind', value: await temporaryFiles(product.dataDir), atMost: 0 },
  ]
}

/** Returns the headers without values that `fetch` itself rejects, which would never reach the server. */
function sendable(headers: Record<string, string>) {
  return Object.fromEntries(Object.entries(headers).filter((header) => isHeader(header)))
}

function isHeader(header: [string, string]) {
  try {
    return new Headers([header]) !== undefined
  } catch {
    return false
  }
}

async function temporaryFiles(dataDir: string) {
  const entries = await readdir(join(dataDir, 'tmp'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}
