import { Agent, get } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Reading } from './light-readers.ts'

const INTERVAL_MS = 50
const TIMEOUT_MS = 10_000

const { url, paths } = workerData as { url: string; paths: Record<string, string> }
const agent = new Agent({ keepAlive: true, maxSockets: 20 })
const readings: Reading[] = []
const ending = new AbortController()
parentPort?.once('message', () => ending.abort())

let turn = 0
try {
  const kinds = Object.entries(paths)
  for await (const _ of every(INTERVAL_MS, undefined, { signal: ending.signal })) {
    const [kind = '', path = ''] = kinds[turn++ % kinds.length] ?? []
    void read(kind, path)
  }
} catch (error) {
  if (!ending.signal.aborted) throw error
}
parentPort?.postMessage(readings)
agent.destroy()

async function read(kind: string, path: string) {
  const at = Date.now()
  const began = performance.now()
  const status = await statusOf(path).catch(() => 0)
  readings.push({ kind, at, milliseconds: performance.now() - began, status })
}

/** Returns the status once the response is complete. */
function statusOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip', ...(path.startsWith('/api/media/') && { range: 'bytes=0-65535' }) }
    const request = get(url + path, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject)
    })
    request.once('timeout', () => request.destroy(new Error('no answer'))).once('error', reject)
  })
}
