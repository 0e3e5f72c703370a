// @module-tag full
import { rm, writeFile } from 'node:fs/promises'
import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest'
import { siteSettings } from '#lab/cluster/balancer-settings.ts'
import { startProcess } from '#lab/cluster/start-process.ts'
import { readDeploy } from '#scripts/deploy/read-files.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'
import { runSystemProgram, startNginx, writeNginx } from '#tests/support/shipped-nginx.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'

/** Requests a second of all clients together; fewer on a machine that is too slow for them. */
const RATE = 200
const CLIENTS = 20
const READS = ['/', '/bookshop', '/podcasts', '/contact', '/api/books', '/api/books?q=harvest', '/api/authors', '/feed.xml', '/sitemap.xml']
/** Every tenth request sends a form that is refused as invalid: a proxy repeats it only if the app did not receive it. */
const WRITE = { path: '/api/contact', body: '{}' }
const PUBLIC_URL = 'https://books.example'
/** Time that a start takes at least: longer than nginx skips a failed app (`fail_timeout`), so that it tries the starting app again. */
const START_MS = 6000

let ports: [number, number]
const apps: RunningApp[] = []
let folder = ''
let database: Awaited<ReturnType<typeof copyTemplate>>

const startApp = (port: number) =>
  runApp(join(folder, 'data'), {
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: database.url,
    DATABASE_POOL: '5',
    PUBLIC_URL,
    TRUST_PROXY: 'loopback',
    CONTACT_DELIVERY: 'inbox',
    SIGNING_KEYS: '0123456789abcdef'.repeat(2),
    RENDITIONS: 'asked',
    DEMO: 'on',
  })

beforeAll(async () => {
  folder = await makeTempFolder()
  database = await copyTemplate()
  ports = [await freePort(), await freePort()]
  // The second app starts after the first one, which loads the demonstration.
  for (const port of ports) apps.push(await startApp(port))
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.kill()))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('no request fails behind nginx as shipped while two apps are restarted one after the other', async (context) => {
  need('nginx', context)
  const [port, tlsPort] = [await freePort(), await freePort()]
  const files = ['nginx/lectern.conf', 'nginx/lectern.tls.conf']
  onTestFinished(startNginx(folder, writeNginx(folder, files, { ports: { 80: port, 443: tlsPort }, apps: ports })))
  await expectNoFailures({ port: tlsPort, tls: true })
})

test('no request fails behind HAProxy as shipped while two apps are restarted one after the other', async (context) => {
  need('haproxy', context)
  const port = await freePort()
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy.sock')]
  await writeFile(file, siteSettings(readDeploy('haproxy/haproxy.cfg'), { port, nodePorts: ports, socket }))
  const haproxy = await startProcess(['haproxy', '-db', '-f', file], { log: join(folder, 'haproxy.log') })
  onTestFinished(haproxy.stop)
  await expectNoFailures({ port, tls: false })
})

async function expectNoFailures(proxy: { port: number; tls: boolean }) {
  await expect.poll(() => send(proxy).catch(() => 0)).toBe(200)
  const load = sendRequests(proxy)
  for (const [index, port] of ports.entries()) {
    await apps[index]?.stop()
    apps[index] = await duringMigration(() => startApp(port))
  }
  const { answered, failed } = await load.stop()
  console.log(`${answered} requests, ${failed.length} failed`)
  expect(failed).toEqual([])
  expect(answered).toBeGreaterThan(0)
}

/** Starts an app that has to wait as if another one migrated the database. */
async function duringMigration(start: () => Promise<RunningApp>): Promise<RunningApp> {
  const other = new Client({ connectionString: database.url })
  await other.connect()
  try {
    await other.query('select pg_advisory_lock($1)', [LOCKS.migration])
    const starting = start()
    await delay(START_MS)
    await other.query('select pg_advisory_unlock($1)', [LOCKS.migration])
    return await starting
  } finally {
    await other.end()
  }
}

function need(program: string, context: TestContext) {
  if (runSystemProgram('sh', ['-c', `command -v ${program}`]).status !== 0) context.skip(`${program} is not installed`)
}

/** Sends a request to a proxy. Returns the status, once the whole body has arrived. */
async function send(
  { port, tls }: { port: number; tls: boolean },
  { path = '/', body, agent }: { path?: string; body?: string; agent?: HttpAgent | HttpsAgent } = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const headers = { host: 'books.example', ...(body && { 'content-type': 'application/json', 'content-length': body.length }) }
  const options = { port, path, agent, method: body ? 'POST' : 'GET', servername: 'books.example', rejectUnauthorized: false, headers }
  const request = (tls ? requestHttps : requestHttp)({ ...options, host: '127.0.0.1' })
  request.on('error', reject).on('response', (response) => {
    text(response).then(() => resolve(response.statusCode ?? 0), reject)
  })
  request.end(body)
  return promise
}

/** Sends requests until it is stopped, each client on a connection of its own. A response is failed if its status is 500 or above. */
function sendRequests(proxy: { port: number; tls: boolean }) {
  const failed: string[] = []
  let [answered, isStopped] = [0, false]
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = new (proxy.tls ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 })
    for (let turn = client; !isStopped; turn++) {
      const call = turn % 10 === 9 ? WRITE : { path: READS[turn % READS.length] ?? '/', body: undefined }
      const began = performance.now()
      const status = await send(proxy, { ...call, agent }).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
      answered++
      if (typeof status === 'string' || status >= 500 || status === 404)
        failed.push(`${call.body ? 'POST' : 'GET'} ${call.path}: ${status}`)
      await delay(Math.max(0, (1000 * CLIENTS) / RATE - (performance.now() - began)))
    }
    agent.destroy()
  })
  return {
    stop: async () => {
      isStopped = true
      await Promise.all(clients)
      return { answered, failed }
    },
  }
}
