import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices } from '#tests/support/test-services.ts'
import { createApp } from './app.ts'
import { type Metrics, openMetrics } from './open-metrics.ts'
import type { Services } from './services.ts'

let services: Services
let metrics: Metrics
let site: string
let close: () => Promise<unknown>
beforeAll(async () => {
  services = await openTestServices()
  metrics = await openMetrics(services, { host: '127.0.0.1', port: 0 })
  const app = await createApp(services, { observeResponse: metrics.observeResponse })
  await app.listen({ host: '127.0.0.1', port: 0 })
  site = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  close = async () => {
    await Promise.all([metrics.close(), app.close()])
    await services.close()
  }
})
afterAll(() => close())

const scrape = async () => (await fetch(metrics.url)).text()
/** Returns the value of a metric sample, named as in the exposition format: `name{label="value"}`. */
async function read(sample: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((candidate) => candidate.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}
const countOf = (labels: string) => read(`http_request_duration_seconds_count{${labels}}`)

test('requests are counted by route pattern, cached or not, and never by the URL that a visitor typed', async () => {
  for (let turn = 0; turn < 3; turn++) await (await fetch(`${site}/api/authors?limit=7`)).text()
  for (const id of ['one', 'two']) await fetch(`${site}/api/books/${id}`)
  await fetch(`${site}/typed-by-a-visitor?token=secret`)
  await expect.poll(() => countOf('method="GET",route="/api/authors",status="200"')).toBe(3)
  expect(await countOf('method="GET",route="/api/books/:id",status="404"')).toBe(2)
  expect(await countOf('method="GET",route="none",status="404"')).toBe(1)
  expect(await scrape()).not.toMatch(/secret|typed-by|"\/api\/books\/one"/)
})

test('hits and misses of the response cache are counted', async () => {
  const [hits = 0, misses = 0] = [
    await read('lectern_response_cache_requests_total{result="hit"}'),
    await read('lectern_response_cache_requests_total{result="miss"}'),
  ]
  for (let turn = 0; turn < 3; turn++) await (await fetch(`${site}/api/podcasts`)).text()
  expect(await read('lectern_response_cache_requests_total{result="hit"}')).toBe(hits + 2)
  expect(await read('lectern_response_cache_requests_total{result="miss"}')).toBe(misses + 1)
})

test('metrics cover the database, its pools, payments, receipts, jobs and the disk', async () => {
  const text = await scrape()
  for (const sample of [
    'lectern_database_up 1',
    'lectern_gauges_missing 0',
    'lectern_payments{state="paid"} 0',
    'lectern_receipts_unsent 0',
    'lectern_job_oldest_due_seconds 0',
    'lectern_database_pool_size{pool="requests"} ',
    'lectern_database_pool_waiting{pool="requests"} 0',
    `lectern_catalogue_version ${services.catalogueVersion.current()}`,
  ])
    expect(text).toContain(`\n${sample}`)
  expect(await read('lectern_disk_free_bytes')).toBeGreaterThan(0)
  expect(await read('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
})

test('metrics are served only on a separate port', async () => {
  expect((await fetch(`${site}/metrics`)).status).toBe(404)
  expect((await fetch(new URL('/', metrics.url))).status).toBe(404)
})
