// @module-tag full
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pipelinePages } from '#lab/faults/scenarios/pipelined-pages.ts'
import { sendRandomQueries } from '#lab/faults/scenarios/random-queries.ts'
import { fillCatalogue, MANY_LISTS, requestWholeLists } from '#lab/faults/scenarios/whole-lists.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const BOOKS = 2500
/** Limit for the growth of the server's memory, in MB: enough for a few pages and concurrent lists. */
const GROWTH_MEGABYTES = 150

let app: RunningApp
let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataFolder()
  app = await runApp(dataDir)
  await fillCatalogue(dataDir, { books: BOOKS })
})
afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('concurrent requests for whole lists of a large catalogue are served or rejected with 503, using little memory', async () => {
  const whole = await fetch(`${app.url}/api/books`)
  expect(whole.headers.get('x-total-count')).toBe(String(BOOKS))
  expect((await whole.json()) as unknown[]).toHaveLength(BOOKS)
  const { statuses, grownMegabytes } = await requestWholeLists({ url: app.url, pid: app.process.pid }, { paths: MANY_LISTS })
  if (grownMegabytes !== undefined) expect(grownMegabytes).toBeLessThan(GROWTH_MEGABYTES)
  expect(Object.keys(statuses).filter((status) => !['200', '503'].includes(status))).toEqual([])
  expect(statuses['200']).toBeGreaterThan(0)
  // Some requests get 503, because more of them are sent than can be rendered and queued concurrently.
  expect(statuses['503']).toBeGreaterThan(0)
  expect(app.process.exitCode).toBeNull()
})

test('some of 150 concurrent uncached pages are rejected with 503, and another visitor is still served', async () => {
  const flood = pipelinePages(app, { connections: 150, each: 1 })
  const page = await fetch(`${app.url}/bookshop?q=another`)
  expect(page.status).toBe(200)
  const { statuses, titles } = await flood
  expect(titles['Too many pages are being rendered right now']).toBeGreaterThan(0)
  expect(Object.keys(statuses).sort()).toEqual(['200', '503'])
  expect((statuses['200'] ?? 0) + (statuses['503'] ?? 0)).toBe(150)
})

test('long random query strings are served, and unknown parameters do not change the page', async () => {
  const tag = async (query: string) => (await fetch(`${app.url}/bookshop${query}`)).headers.get('etag')
  // The page is requested until it has an ETag, since a slow page is streamed without one.
  for (const page of ['', '.data']) await expect.poll(() => tag(page)).toBeTruthy()
  const before = await tag('')
  expect(await sendRandomQueries(app, { requests: 28 })).toEqual({ 200: 28 })
  expect(await tag('?utm_source=letter')).toBe(before)
  expect(await tag('.data?x=1')).toBe(await tag('.data?x=2'))
})
