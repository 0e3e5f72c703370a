import { Gauge as PrometheusGauge, type Registry } from 'prom-client'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import type { Gauge } from './gauge.ts'

/** Registers gauges that are read at each scrape, and one that counts the unreadable gauges: a missing metric raises no alert. */
export function registerGauges(registry: Registry, gauges: Gauge[]) {
  const readGauges = createGaugeReader(gauges)
  for (const { name, help, label } of gauges) {
    const gauge = new PrometheusGauge<string>({
      name,
      help,
      registers: [registry],
      labelNames: label === undefined ? [] : [label],
      collect: async () => {
        const figure = (await readGauges()).get(name)
        gauge.reset()
        if (label === undefined && typeof figure !== 'object') {
          if (figure === undefined) gauge.remove()
          else gauge.set(figure)
        } else for (const [value, number] of Object.entries(figure ?? {})) gauge.set({ [label ?? '']: value }, number)
      },
    })
  }
  const missing: PrometheusGauge = new PrometheusGauge({
    name: 'lectern_gauges_missing',
    help: 'Metrics that could not be read because the database is unavailable or slow',
    registers: [registry],
    collect: async () => missing.set(gauges.length - (await readGauges()).size),
  })
}

/** Lifetime of a reading in ms. Several monitors, or a frequent monitor, cost the database the same as a single monitor. */
const FRESH_MS = 5000
/** Time limit of a scrape for reading the gauges, in ms. Prometheus itself has a time limit of ten seconds. */
const LIMIT_MS = 2000

type Figure = Awaited<ReturnType<Gauge['read']>>
export type ReadGauges = () => Promise<ReadonlyMap<string, Figure>>

/** Creates a function that reads all gauges sequentially. The resulting map omits gauges that could not be read, or not in time. */
export function createGaugeReader(gauges: Gauge[], { freshMs = FRESH_MS, limitMs = LIMIT_MS } = {}): ReadGauges {
  let figures = new Map<string, Figure>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function readAll() {
    const next = new Map<string, Figure>()
    for (const { name, read } of gauges) {
      const figure = await read().catch(() => undefined)
      if (figure !== undefined) next.set(name, figure)
    }
    ;[figures, readAt, reading] = [next, performance.now(), undefined]
  }

  return async () => {
    if (performance.now() - readAt < freshMs) return figures
    // At most one reading is in progress, however long it takes.
    reading ??= readAll()
    const read = reading.then(() => true)
    return (await withTimeout(read, limitMs, { fallback: false })) ? figures : new Map()
  }
}
