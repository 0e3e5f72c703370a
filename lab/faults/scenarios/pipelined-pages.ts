import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Scenario } from '../scenario.ts'
import { statusFigures } from '../status-figures.ts'

const FROM = '127.0.0.66'
const PATIENCE_MS = 60_000

/** Number of responses by status, and of rejections by title. Titles that are split between chunks are not counted. */
type Counts = { statuses: Record<string, number>; titles: Record<string, number> }

/** Two thousand concurrent requests for uncached pages, on many connections, since the server limits pipelining per connection. */
export const pipelinedPages: Scenario = {
  number: 7,
  name: 'pipelined pages',
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 150,
  rounds: 2,
  run: async (product, { long }) => statusFigures((await pipelinePages(product, { connections: long ? 450 : 200, each: 10 })).statuses),
}

/** Pipelines `each` requests for uncached pages on each of `connections` connections, and reads the responses. */
export async function pipelinePages(
  { url }: { url: string },
  { connections = 20, each = 100 }: { connections?: number; each?: number } = {},
): Promise<Counts> {
  const counts: Counts = { statuses: {}, titles: {} }
  await Promise.all(Array.from({ length: connections }, () => pipeline(url, each, counts)))
  return counts
}

/** Pipelines requests on one connection. Resolves when all responses have arrived or the connection is closed. */
function pipeline(url: string, each: number, { statuses, titles }: Counts): Promise<void> {
  const { hostname, port } = new URL(url)
  const request = () => `GET /bookshop?q=${randomBytes(8).toString('hex')} HTTP/1.1\r\nhost: ${hostname}\r\naccept-encoding: br\r\n\r\n`
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: FROM })
    let [left, rest] = [each, '']
    socket.on('data', (bytes: Buffer) => {
      const text = rest + bytes.toString('latin1')
      for (const [, title = ''] of bytes.toString().matchAll(/"title":"([^"]+)"/g)) titles[title] = (titles[title] ?? 0) + 1
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses[status] = (statuses[status] ?? 0) + 1
        left -= 1
      }
      // The end of a chunk is prepended to the next chunk, since a status line may be split between chunks.
      rest = text.slice(Math.max(0, text.lastIndexOf('HTTP/1.1') + 9, text.length - 12))
      if (left <= 0) socket.destroy()
    })
    socket.on('error', () => undefined).on('close', () => resolve())
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.write(Array.from({ length: each }, request).join(''))
  })
}
