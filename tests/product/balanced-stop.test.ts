// @module-tag full
import { rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { runApp, signIn } from '#tests/support/run-app.ts'

const CHECK_EVERY_MS = 100
const PATHS = ['/', '/bookshop', '/api/books', '/api/books?q=a', '/assets/none.js', '/api/health/live']
const UPLOAD_BYTES = 512 * 1024

type Answer = { status: number; body: string; connection: string | undefined }

/** Sends a request. A body is sent in four parts, which takes longer than the shutdown grace period of the server. */
function ask(url: string, { agent, method = 'GET', headers = {}, body }: AskOptions = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asking = request(url, { agent: agent ?? false, method, headers: { ...headers, ...(body && { 'content-length': body.length }) } })
  asking.on('response', resolve).on('error', reject)
  void sendSlowly(body ?? Buffer.alloc(0))
  return promise.then(async (response) => {
    const { statusCode = 0, headers } = response
    return { status: statusCode, body: await text(response), connection: headers.connection }
  })

  async function sendSlowly(bytes: Buffer) {
    const quarter = Math.ceil(bytes.length / 4)
    for (let from = 0; from < bytes.length; from += quarter) {
      asking.write(bytes.subarray(from, from + quarter))
      await delay(CHECK_EVERY_MS * 2)
    }
    asking.end()
  }
}
type AskOptions = { agent?: Agent; method?: string; headers?: Record<string, string>; body?: Buffer }

/**
 * Simulates clients behind a load balancer: half of them keep their connection alive, the others open a connection per request. The clients
 * stop when the balancer has noticed the shutdown.
 */
async function sendUntilNoticed(url: string) {
  const failed: string[] = []
  let [answered, noticed, afterSignal] = [0, false, false]
  let closing = 0
  const watching = (async () => {
    while (!noticed) {
      await delay(CHECK_EVERY_MS)
      const { status } = await ask(`${url}/api/health/ready`)
      if (status !== 200) noticed = true
    }
  })()
  const clients = Array.from({ length: 12 }, async (_, client) => {
    const agent = client % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : undefined
    for (let turn = client; !noticed; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/'
      const asked = afterSignal
      const answer = await ask(url + path, agent && { agent }).catch((error: Error) => error)
      if (answer instanceof Error || (answer.status >= 500 && !path.includes('none')))
        failed.push(`${path}: ${answer instanceof Error ? answer.message : answer.status}`)
      else answered++
      if (asked && !(answer instanceof Error) && answer.connection === 'close') closing++
    }
    agent?.destroy()
  })
  return {
    failed,
    answered: () => answered,
    closing: () => closing,
    signalled: () => {
      afterSignal = true
    },
    noticed: () => Promise.all([watching, ...clients]),
  }
}

test('a server that shuts down behind a load balancer fails no request, including uploads and slow bodies in flight', async () => {
  const dataDir = await makeDataFolder()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const app = await runApp(dataDir, { SHUTDOWN_GRACE_S: '1' })
  onTestFinished(() => app.kill())
  const { url } = app
  const tus = { ...(await signIn(url, await app.admin())), 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(UPLOAD_BYTES), 'upload-metadata': `field ${btoa('pdf')},filename ${btoa('book.pdf')}` },
  })
  const upload = new URL(begun.headers.get('location') ?? '', `${url}/api/uploads`).href

  const load = await sendUntilNoticed(url)
  while (load.answered() < 100) await delay(10)
  const piece = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(UPLOAD_BYTES)]).subarray(0, UPLOAD_BYTES)
  const underWay = [
    ask(upload, { method: 'PATCH', headers: piece, body: pdf }),
    ask(`${url}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: Buffer.from('{"email":1}') }),
  ]
  // A pause lets the two slow requests send the first part of their bodies.
  await delay(CHECK_EVERY_MS)
  load.signalled()
  const stopped = app.stop()
  const live = ask(`${url}/api/health/live`)
  await load.noticed()

  expect(load.failed).toEqual([])
  expect(load.closing()).toBeGreaterThan(0)
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([204, 400])
  expect((await live).status).toBe(200)
  expect(await stopped).toBe(0)
})
