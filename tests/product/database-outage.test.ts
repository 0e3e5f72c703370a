import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { freezePostgres, killPostgres, portOf, postmasterOf } from '#tests/support/postgres-processes.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'

let dataDir: string
const started: RunningApp[] = []
let thaw: (() => void) | undefined
beforeEach(async () => {
  dataDir = await makeDataFolder()
})
afterEach(async () => {
  thaw?.()
  thaw = undefined
  for (const app of started.splice(0)) await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}) {
  const app = await runApp(dataDir, settings)
  started.push(app)
  return app
}

const random = () => Math.random().toString(36).slice(2)
/** Requests an uncached list. */
async function ask({ url }: RunningApp, path = `/api/books?q=${random()}`) {
  const asked = Date.now()
  const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) })
  await response.text()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    cache: response.headers.get('cache-control'),
    ms: Date.now() - asked,
  }
}
const statusOf = async (app: RunningApp, path?: string) => (await ask(app, path)).status
const isWell = (app: RunningApp) =>
  expect
    .poll(() => statusOf(app))
    .toBe(200)
    .then(() => expect.poll(() => statusOf(app, '/api/health')).toBe(200))
/** The first response for a page is streamed; the page is cached once it was rendered completely. */
const keepsBookshop = ({ url }: RunningApp) => expect.poll(async () => (await fetch(`${url}/bookshop`)).headers.has('etag')).toBe(true)
const linesAbout = ({ output }: RunningApp, text: string) => output.filter((line) => line.includes(text)).length

test('an embedded PostgreSQL that crashes under two instances is restarted by one of them, and both recover', {
  tags: ['full'],
}, async () => {
  const apps = [await start(), await start()]
  for (const app of apps) await keepsBookshop(app)
  const [first, port] = [await postmasterOf(dataDir), await portOf(dataDir)]
  await killPostgres(first)
  for (let count = 0; count < 20; count++) {
    for (const app of apps) {
      const { status, retryAfter } = await ask(app)
      if (status !== 200) expect({ status, retryAfter: retryAfter !== null }).toEqual({ status: 503, retryAfter: true })
      expect(await statusOf(app, '/bookshop')).toBe(200)
    }
  }
  for (const app of apps) await isWell(app)
  const second = await postmasterOf(dataDir)
  expect(second).not.toBe(first)
  expect(await portOf(dataDir)).toBe(port)
  for (const app of apps) {
    expect(linesAbout(app, 'The database is unavailable')).toBeGreaterThan(0)
    // A slow server may lose the connection to the database again; each loss must be followed by a recovery.
    expect(linesAbout(app, 'The database is available again')).toBe(linesAbout(app, 'The database is unavailable'))
    expect(linesAbout(app, 'unexpected error')).toBe(0)
  }
  // The last instance to stop still stops the database.
  for (const app of started.splice(0)) expect(await app.stop()).toBe(0)
  await expect(postmasterOf(dataDir)).rejects.toThrow()
})

test('an embedded PostgreSQL whose port is in use restarts on another port, and the server reconnects', { tags: ['full'] }, async () => {
  const app = await start()
  await app.admin()
  const port = await portOf(dataDir)
  app.process.kill('SIGSTOP')
  await killPostgres(await postmasterOf(dataDir))
  const stranger = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  await once(stranger, 'listening')
  app.process.kill('SIGCONT')
  await isWell(app)
  expect(await portOf(dataDir)).not.toBe(port)
  stranger.close()
})

test('while the database hangs, requests that need it fail within five seconds, the latest pages and lists are served, and the server recovers by itself', async () => {
  const app = await start({ DATABASE_POOL: '4' })
  const headers = await signIn(app.url, await app.admin())
  const kept = ['/bookshop', '/bookshop.data', '/api/books?limit=12']
  // Each list is requested twice, since it is cached from its second request on.
  for (const path of [...kept, ...kept]) expect(await statusOf(app, path)).toBe(200)
  // Without the outage, the change of the catalogue would invalidate the cached pages and lists.
  const added = await fetch(`${app.url}/api/authors`, { method: 'POST', headers, body: await buildAuthorForm() })
  expect(added.status).toBe(201)
  thaw = await freezePostgres(await postmasterOf(dataDir))
  // More requests are sent than the pool has connections; the first requests arrive before the server notices the outage.
  for (const paths of [undefined, '/api/health', '/api/podcasts?q=', '/api/media/nothing.pdf']) {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(app, paths && `${paths}${paths.endsWith('=') ? random() : ''}`)))
    for (const { status, retryAfter, ms } of answers) {
      expect({ status, retryAfter: retryAfter !== null }).toEqual(
        paths?.includes('media') ? { status: 404, retryAfter: false } : { status: 503, retryAfter: true },
      )
      expect(ms).toBeLessThan(5000)
    }
  }
  for (const path of kept) expect(await statusOf(app, path), path).toBe(200)
  const page = await ask(app, `/bookshop?q=${random()}`)
  expect([page.status, page.retryAfter !== null, page.cache]).toEqual([503, true, 'no-store'])
  thaw()
  await isWell(app)
  expect(await statusOf(app, '/bookshop?q=another')).toBe(200)
  expect(linesAbout(app, 'The database is unavailable')).toBe(1)
  expect(linesAbout(app, '"level":50')).toBe(0)
})

test('a server can be stopped while its database hangs', { tags: ['full'] }, async () => {
  const app = await start()
  thaw = await freezePostgres(await postmasterOf(dataDir))
  started.pop()
  await app.stop()
  expect(app.process.signalCode ?? app.process.exitCode).not.toBeNull()
})
