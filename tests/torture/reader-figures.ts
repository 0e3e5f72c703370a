import { Agent, get } from 'node:http'

export type ReaderFigures = { p50: number; p95: number; failed: number }

/** How long some readers at the same time wait for a page, in milliseconds, and how often they don't get it. `from` is one of this machine's own addresses. */
export async function measureReaders(
  url: string,
  {
    path = '/bookshop',
    requests = 400,
    readers = 8,
    from = '127.0.0.1',
  }: { path?: string; requests?: number; readers?: number; from?: string } = {},
): Promise<ReaderFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers, localAddress: from })
  const times: number[] = []
  let [left, failed] = [requests, 0]
  const read = async () => {
    while (left-- > 0) {
      const began = performance.now()
      if (await isAnswered(`${url}${path}`, agent)) times.push(performance.now() - began)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: readers }, read))
  agent.destroy()
  times.sort((a, b) => a - b)
  const percentile = (share: number) => Number((times[Math.floor(times.length * share)] ?? Number.POSITIVE_INFINITY).toFixed(1))
  return { p50: percentile(0.5), p95: percentile(0.95), failed }
}

function isAnswered(address: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    get(address, { agent, family: 4, timeout: 30_000 }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode === 200))
        .on('error', () => resolve(false))
    }).on('error', () => resolve(false))
  })
}
