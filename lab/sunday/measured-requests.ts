import { percentile } from '#lab/bench/support/numbers.ts'

type Act = 'page' | 'client id' | 'open' | 'read' | 'listen' | 'order' | 'pay' | 'write' | 'sign in'
type Result = { act: Act; status: number; ms: number; isServed: boolean }
export type Send = (
  act: Act,
  path: string,
  options?: { body?: unknown; headers?: Record<string, string>; expects?: number[] },
) => Promise<Response | undefined>

/** Sends the requests of people behind one address, and records whether each was served and how long it took. */
export function createMeasuredRequests(url: string, address: string) {
  const results: Result[] = []

  const send: Send = async (act, path, { body, headers = {}, expects = [200, 204, 206] } = {}) => {
    const began = performance.now()
    const record = (status: number) => {
      const isServed = expects.includes(status)
      results.push({ act, status, ms: performance.now() - began, isServed })
    }
    try {
      const response = await fetch(url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'x-forwarded-for': address, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const content = await response.arrayBuffer()
      record(response.status)
      return new Response(content.byteLength > 0 ? content : null, { headers: response.headers })
    } catch {
      record(0)
      return undefined
    }
  }

  return {
    send,
    /** Returns a line for each kind of act: requests, those not served by status, p50 and p95. */
    table: () =>
      [...Map.groupBy(results, ({ act }) => act)].map(([act, all]) => {
        const times = all.map(({ ms }) => ms)
        const refused = Map.groupBy(
          all.filter(({ isServed }) => !isServed),
          ({ status }) => status,
        )
        return {
          act,
          requests: all.length,
          'not served': [...refused].map(([status, { length }]) => `${length} × ${status || 'no response'}`).join(', ') || '0',
          'p50 ms': Math.round(percentile(times, 0.5)),
          'p95 ms': Math.round(percentile(times, 0.95)),
        }
      }),
  }
}
