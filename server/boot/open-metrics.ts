import { statfs } from 'node:fs/promises'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import type { ObserveResponse } from '#server/platform/http/observe-responses.ts'
import type { Gauge as ReadGauge } from '#server/platform/metrics/gauge.ts'
import { serveMetrics } from '#server/platform/metrics/metrics-server.ts'
import { registerGauges } from '#server/platform/metrics/register-gauges.ts'
import { productVersion } from '#server/platform/product-version.ts'
import type { Services } from './services.ts'

/** Histogram buckets in seconds, from cached responses to responses so slow that visitors leave. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Time limit of each dependency check, in ms: half of the time limit for all gauges together. */
const CHECK_MS = 1000

export type Metrics = Awaited<ReturnType<typeof openMetrics>>

/** Collects the Prometheus metrics of this instance and serves them at `listenAt`. This module is imported only if METRICS_PORT is set. */
export async function openMetrics(services: Services, listenAt: { host: string; port: number }) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const checks = Object.assign({}, ...services.features.map(({ checks, optionalChecks }) => ({ ...checks, ...optionalChecks })))
  registerGauges(registry, [
    checksGauge(checks),
    ...services.features.flatMap((feature) => feature.gauges ?? []),
    ...diskGauges(services.config),
  ])
  registerState(registry, services)

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of responses to clients',
    registers,
    buckets: BUCKETS,
    labelNames: ['method', 'route', 'status'],
  })
  const renders = new Histogram({
    name: 'lectern_page_render_duration_seconds',
    help: 'Duration of page renderings',
    registers,
    buckets: BUCKETS,
  })
  const uploads = new Counter({ name: 'lectern_upload_bytes_total', help: 'Size of the requests that uploaded files', registers })

  const observeResponse: ObserveResponse = ({ method, route, status, seconds, uploadedBytes }) => {
    requests.observe({ method, route, status }, seconds)
    if (uploadedBytes > 0) uploads.inc(uploadedBytes)
  }
  return { observeResponse, observeRender: (seconds: number) => renders.observe(seconds), ...(await serveMetrics(registry, listenAt)) }
}

/** Registers the metrics that are read from the memory of this process. */
function registerState(registry: Registry, { database, responseCache, catalogueVersion, workers }: Services) {
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) => {
    const shown: Gauge = new Gauge({ name, help, registers, collect: () => shown.set(read()) })
  }
  const { version, commit } = productVersion
  new Gauge({
    name: 'lectern_build_info',
    help: 'Always 1; the labels are the version and the commit of this app',
    registers,
    labelNames: ['version', 'commit'],
  }).set({ version, commit: commit ?? '' }, 1)
  gauge('lectern_database_up', '1 if the database is available, otherwise 0', () => (database.isUnavailable() ? 0 : 1))
  gauge('lectern_catalogue_version', 'Version of the catalogue, which increases with every change, on every app', catalogueVersion.current)
  gauge('lectern_failing_loops', 'Workers of this app whose last run failed', () => workers.failures().length)

  const cache: Counter<'result'> = new Counter({
    name: 'lectern_response_cache_requests_total',
    help: 'Requests to the response cache, by result',
    registers,
    labelNames: ['result'],
    collect: () => {
      cache.reset()
      const { hits, misses } = responseCache.counts()
      cache.inc({ result: 'hit' }, hits)
      cache.inc({ result: 'miss' }, misses)
    },
  })

  const pools: Record<string, Pool> = { requests: database.pool, 'long work': database.longWork }
  const poolGauge = (name: string, help: string, read: (pool: Pool) => number) => {
    const shown: Gauge<'pool'> = new Gauge({
      name,
      help,
      registers,
      labelNames: ['pool'],
      collect: () => {
        for (const [label, pool] of Object.entries(pools)) shown.set({ pool: label }, read(pool))
      },
    })
  }
  poolGauge('lectern_database_pool_size', 'Maximum number of connections in the pool', (pool) => pool.options.max)
  poolGauge('lectern_database_pool_in_use', 'Connections in use', (pool) => pool.totalCount - pool.idleCount)
  poolGauge('lectern_database_pool_idle', 'Idle connections', (pool) => pool.idleCount)
  poolGauge('lectern_database_pool_waiting', 'Requests waiting for a connection', (pool) => pool.waitingCount)
}

function checksGauge(checks: Record<string, () => Promise<void>>): ReadGauge {
  const isUp = async (check: () => Promise<void>) => {
    const answered = check().then(
      () => 1,
      () => 0,
    )
    return withTimeout(answered, CHECK_MS, { fallback: 0 })
  }
  return {
    name: 'lectern_check_up',
    help: '1 if the dependency is available, otherwise 0',
    label: 'check',
    read: async () => Object.fromEntries(await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await isUp(check)]))),
  }
}

function diskGauges({ dataDir, minFreeBytes }: Services['config']): ReadGauge[] {
  const readFree = async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  }
  return [
    { name: 'lectern_disk_free_bytes', help: 'Free space on the disk of the data folder', read: readFree },
    { name: 'lectern_disk_reserved_bytes', help: 'Free space below which uploads are refused', read: async () => minFreeBytes },
  ]
}
