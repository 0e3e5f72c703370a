// @module-tag full
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultContent } from '#site/default-content.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'

/** Requests per second, over all nodes */
const RATE = 200
const PATHS = ['/', '/bookshop', '/programs/teen-coaching', '/contact', '/feed.xml', '/manifest.webmanifest']
const PUBLICATIONS = 5

let s3: Awaited<ReturnType<typeof startS3Server>>
let database: Awaited<ReturnType<typeof copyTemplate>>
let folders: string[]
let nodes: RunningApp[]
let headers: Record<string, string>
beforeAll(async () => {
  s3 = await startS3Server()
  database = await copyTemplate()
  folders = await Promise.all([makeTempFolder(), makeTempFolder(), makeTempFolder()])
  const settings = {
    ...(await s3.makeBucketSettings()),
    DATABASE_URL: database.url,
    SIGNING_KEYS: '0123456789abcdef'.repeat(2),
    DATABASE_POOL: '4',
  }
  nodes = []
  for (const folder of folders) nodes.push(await runApp(folder, settings))
  const [first] = nodes as [RunningApp]
  headers = await signIn(first.url, await first.admin())
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop()
  await database?.drop()
  await s3?.stop()
  for (const folder of folders ?? []) await rm(folder, { recursive: true, force: true })
})

test('a published section is visible on every node immediately, and no request fails during the publication', async () => {
  const [{ url }] = nodes as [RunningApp]
  const load = startLoad(nodes.map((node) => node.url))
  for (let round = 1; round <= PUBLICATIONS; round++) {
    const brand = { ...defaultContent.brand, vision: `Vision number ${round}` }
    const draft = await send(url, 'PUT', '/api/site/sections/brand/draft', { content: brand, basedOn: null })
    expect(draft.status).toBe(200)
    await send(url, 'POST', '/api/site/publish', { sections: ['brand'] })
    await Promise.all(nodes.map((node) => expect.poll(() => page(node, '/'), { interval: 50 }).toContain(brand.vision)))
    // The test waits until some load was sent after every publication, even if the publication takes a few milliseconds.
    await expect.poll(load.sent).toBeGreaterThan((round * RATE) / 2)
  }
  expect(await load.stop()).toEqual([])
})

test('a scheduled book appears on every node at its time, and on no node before', async () => {
  const [{ url }] = nodes as [RunningApp]
  const publishAt = new Date(Date.now() + 5000).toISOString()
  const form = await buildBookForm({ title: 'At dawn', state: 'scheduled', publishAt })
  const { slug } = (await (await fetch(`${url}/api/books`, { method: 'POST', headers, body: form })).json()) as { slug: string }
  const places = [`/books/${slug}`, '/bookshop', '/feed.xml', '/api/books', '/api/books?q=dawn']
  const where = () => Promise.all(nodes.flatMap((node) => places.map(async (path) => (await page(node, path)).includes('At dawn'))))
  expect((await where()).some(Boolean)).toBe(false)
  expect(Date.now()).toBeLessThan(Date.parse(publishAt))
  await expect.poll(where, { timeout: 70_000, interval: 500 }).toEqual(nodes.flatMap(() => places.map(() => true)))
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishAt))
})

/** Sends requests to the nodes in turn at a constant rate. `stop` returns the failed requests. */
function startLoad(urls: string[]) {
  const failures: string[] = []
  const pending = new Set<Promise<void>>()
  let [sent, runs] = [0, true]
  async function request(address: string) {
    const response = await fetch(address).catch((error: Error) => error)
    if (response instanceof Error) failures.push(`${address}: ${response.message}`)
    else if (response.status !== 200 || (await response.text()) === '') failures.push(`${address}: ${response.status}`)
  }
  const done = (async () => {
    const began = performance.now()
    while (runs) {
      for (const due = ((performance.now() - began) * RATE) / 1000; sent < due; sent++) {
        const sending = request(`${urls[sent % urls.length]}${PATHS[sent % PATHS.length]}`).finally(() => pending.delete(sending))
        pending.add(sending)
      }
      await delay(10)
    }
    await Promise.all(pending)
  })()
  return {
    sent: () => sent,
    stop: async () => {
      runs = false
      await done
      return failures
    },
  }
}

async function page({ url }: RunningApp, path: string): Promise<string> {
  return (await fetch(`${url}${path}`)).text()
}

async function send(url: string, method: string, path: string, body: unknown) {
  return fetch(`${url}${path}`, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })
}
