import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { percentile } from '#lab/bench/support/numbers.ts'
import type { Figure } from './scenario.ts'

/** Outcome of a reader's request: start, duration, status (0 without a response), and the title of a failure. */
export type Reading = { kind: string; at: number; milliseconds: number; status: number; title?: string }

/** Returns the title of a problem document */
export function titleOf(text: string): string | undefined {
  return /"title":"([^"]*)"/.exec(text)?.[1]
}

/** Noise floor in ms: smaller differences are ignored, since the load runs on the same processors as the server. */
const FLOOR_MS = 25

/**
 * Requests a cached page, a list and a range of a file at a constant rate, low by default. The readers run in a separate thread, because
 * the load keeps the main thread busy. `end` returns all readings.
 * @param fromEverywhere makes each request claim a different network, for servers that trust the
 * `X-Forwarded-For` header of this machine
 */
export async function startReaders({
  url,
  file,
  perSecond = 20,
  fromEverywhere = false,
}: {
  url: string
  file: string
  perSecond?: number
  fromEverywhere?: boolean
}) {
  const paths = { page: '/bookshop', list: '/api/books?limit=20', media: `/api/media/${file}` }
  const worker = new Worker(new URL('./light-readers.worker.ts', import.meta.url), {
    workerData: { url, paths, perSecond, fromEverywhere },
  })
  await once(worker, 'online')
  return {
    end: async (): Promise<Reading[]> => {
      worker.postMessage('end')
      const [readings] = (await once(worker, 'message')) as [Reading[]]
      return readings
    },
  }
}

/** Returns the median of the 95th percentiles of the readers' requests for a page, a list and a file. */
export function typicalP95(readings: Reading[]): number {
  const kinds = Object.values(Object.groupBy(readings, ({ kind }) => kind))
  const p95s = kinds.map((kind = []) =>
    percentile(
      kind.map(({ milliseconds }) => milliseconds),
      0.95,
    ),
  )
  return percentile(p95s, 0.5)
}

/** Compares readers' response times during the fault with the response times before and after the fault. */
export function readerFigures(
  readings: Reading[],
  { periods, atMost }: { periods: { began: number; ended: number }[]; atMost?: number },
): Figure[] {
  const before = typicalP95(readings.filter(({ at }) => periods.every(({ began }) => at < began)))
  const meanwhile = readings.filter(({ at }) => periods.some(({ began, ended }) => at >= began && at < ended))
  const during = typicalP95(meanwhile)
  const failed = meanwhile.filter(({ status }) => status === 0 || status >= 400).length
  return [
    { name: 'readers’ p95 before', value: before, unit: 'ms' },
    { name: 'readers’ p95 during', value: during, unit: 'ms' },
    { name: 'readers’ p95 after', value: typicalP95(readings.filter(({ at }) => periods.every(({ ended }) => at >= ended))), unit: 'ms' },
    {
      name: 'slowdown',
      value: Math.max(during, FLOOR_MS) / Math.max(before, FLOOR_MS),
      unit: '×',
      atMost,
    },
    {
      name: 'readers refused or failed',
      value: (100 * failed) / Math.max(1, meanwhile.length),
      unit: '%',
      ...(atMost !== undefined && { atMost: 1 }),
    },
  ]
}
