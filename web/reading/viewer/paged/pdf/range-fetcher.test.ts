import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccessEndedError } from '#web/lib/access/item-access.ts'
import { createRangeFetcher, PART_BYTES } from './range-fetcher.ts'

const file = Uint8Array.from({ length: PART_BYTES * 3 }, (_, index) => index % 251)
const asked: string[] = []

/** Fake server that responds with ranges of the file; `answer` may return another response. */
function serve(answer: (address: string, begin: number, end: number) => Response | undefined = () => undefined) {
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: { range?: string } }) => {
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? []
    const [begin, end] = [Number(first ?? 0), Math.min(Number(last ?? file.length) + 1, file.length)]
    asked.push(`${address} ${begin}-${end}`)
    return answer(address, begin, end) ?? part(begin, end)
  })
}

function part(begin: number, end: number, { total = file.length, sent = end } = {}) {
  return new Response(file.slice(begin, sent), { status: 206, headers: { 'content-range': `bytes ${begin}-${end - 1}/${total}` } })
}

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the first response reports the file length, and a range request returns the requested bytes', async () => {
  serve()
  const fetcher = createRangeFetcher('/a.pdf')
  expect(await fetcher.open()).toEqual({ bytes: file.slice(0, PART_BYTES), total: file.length })
  expect(await fetcher.fetchPart(PART_BYTES, file.length)).toEqual(file.slice(PART_BYTES))
  expect(fetcher.state.get()).toMatchObject({ received: file.length, total: file.length, whole: false })
})

test('a server without range support sends the whole file once', async () => {
  serve(() => new Response(file))
  const { bytes, total } = await createRangeFetcher('/a.pdf').open()
  expect([bytes.length, total, asked.length]).toEqual([file.length, file.length, 1])
})

test('an interrupted range request resumes after the last received byte', async () => {
  serve((_, begin, end) => (begin === PART_BYTES ? part(begin, end, { sent: begin + 1000 }) : undefined))
  const fetcher = createRangeFetcher('/a.pdf')
  await fetcher.open()
  const whole = fetcher.fetchPart(PART_BYTES, PART_BYTES * 2)
  await vi.runAllTimersAsync()
  expect(await whole).toEqual(file.slice(PART_BYTES, PART_BYTES * 2))
  expect(asked.at(-1)).toBe(`/a.pdf ${PART_BYTES + 1000}-${PART_BYTES * 2}`)
})

test('after access has ended, a range request fails without retries, and the fetch state reports that access has ended', async () => {
  let ended = false
  serve(() => (ended ? new Response(null, { status: 403 }) : undefined))
  const renewUrl = vi.fn(() => Promise.reject(new AccessEndedError()))
  const fetcher = createRangeFetcher('/a.pdf?old', renewUrl)
  await fetcher.open()
  ended = true
  await expect(fetcher.fetchPart(PART_BYTES, PART_BYTES * 2)).rejects.toThrow(AccessEndedError)
  expect(fetcher.state.get().failure).toBe('ended')
  expect(renewUrl).toHaveBeenCalledTimes(1)
})

test('an expired URL is renewed once for all concurrent range requests', async () => {
  let expired = false
  serve((address) => (expired && address === '/a.pdf?old' ? new Response(null, { status: 403 }) : undefined))
  const renewUrl = vi.fn(async () => '/a.pdf?new')
  const fetcher = createRangeFetcher('/a.pdf?old', renewUrl)
  await fetcher.open()
  expired = true
  await Promise.all([fetcher.fetchPart(0, 10), fetcher.fetchPart(10, 20), fetcher.fetchPart(20, 30)])
  expect(renewUrl).toHaveBeenCalledTimes(1)
})

test('after repeated failures, a range request is stalled until a retry completes it', async () => {
  let down = false
  serve(() => {
    if (down) throw new TypeError('Failed to fetch')
    return undefined
  })
  const fetcher = createRangeFetcher('/a.pdf')
  await fetcher.open()
  down = true
  const bytes = fetcher.fetchPart(0, 10)
  await vi.runAllTimersAsync()
  expect(fetcher.state.get().failure).toBe('stalled')
  down = false
  fetcher.retry()
  expect(await bytes).toEqual(file.slice(0, 10))
  expect(fetcher.state.get().failure).toBeUndefined()
})

test('a range request for a deleted or replaced file is rejected without retries', async () => {
  for (const answer of [new Response(null, { status: 404 }), part(0, 10, { total: 5 })]) {
    serve((_, __, end) => (end === 10 ? answer : undefined))
    const fetcher = createRangeFetcher('/a.pdf')
    await fetcher.open()
    await expect(fetcher.fetchPart(0, 10)).rejects.toThrow('The server refused the request')
    expect(fetcher.state.get().failure).toBe('refused')
  }
})
