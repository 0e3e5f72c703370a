import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setInterval as every } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Reading, titleOf } from './light-readers.ts'

const TIMEOUT_MS = 10_000

type Settings = { url: string; paths: Record<string, string>; perSecond: number; fromEverywhere: boolean }
const { url, paths, perSecond, fromEverywhere } = workerData as Settings
/** Each kind of request has separate connections, so that a hanging request does not delay the other kinds. */
const agents = Object.fromEntries(Object.keys(paths).map((kind) => [kind, new Agent({ keepAlive: true, maxSockets: perSecond })]))
const readings: Reading[] = []
const ending = new AbortController()
parentPort?.once('message', () => ending.abort())

let turn = 0
try {
  const kinds = Object.entries(paths)
  for await (const _ of every(1000 / perSecond, undefined, { signal: ending.signal })) {
    const [kind = '', path = ''] = kinds[turn++ % kinds.length] ?? []
    void read(kind, path)
  }
} catch (error) {
  if (!ending.signal.aborted) throw error
}
parentPort?.postMessage(readings)
for (const agent of Object.values(agents)) agent.destroy()

async function read(kind: string, path: string) {
  const at = Date.now()
  const began = performance.now()
  const answer = await ask(kind, path).catch(() => ({ status: 0 }))
  readings.push({ kind, at, milliseconds: performance.now() - began, ...answer })
}

/** Sends a request and resolves once the response is complete. */
async function ask(kind: string, path: string): Promise<Pick<Reading, 'status' | 'title'>> {
  const headers = {
    'accept-encoding': 'br, gzip',
    ...(path.startsWith('/api/media/') && { range: 'bytes=0-65535' }),
    ...(fromEverywhere && { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` }),
  }
  const request = get(url + path, { agent: agents[kind], headers, timeout: TIMEOUT_MS })
  // The error event is ignored, because errors after the response headers are reported when the body is read.
  request.once('timeout', () => request.destroy(new Error('no response'))).on('error', () => undefined)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const status = response.statusCode ?? 0
  return status < 500 ? { status } : { status, title: titleOf(String(body)) }
}
