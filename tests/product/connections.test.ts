import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Podcast } from '#contracts/podcast.ts'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { ask, type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildAudio, buildPodcastForm } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { closeAll, HARMFUL_ADDRESS, openConnection, openConnections, type Target } from '../torture/connections.ts'
import { abandonRequests } from '../torture/harms/abandoned-requests.ts'
import { pipelineRequests } from '../torture/harms/pipelined-requests.ts'
import { keepSilent } from '../torture/harms/silent-connections.ts'
import { readProcess } from '../torture/process-figures.ts'

const OPEN_FILES = 768
/** (768 − 256) / 2 */
const MAX_CONNECTIONS = 256

let gate: ApiGate
let app: RunningApp
let dataDir: string
let target: Target
let paths: string[]
beforeAll(async () => {
  dataDir = await makeTempFolder()
  gate = await openApiGate()
  app = await runApp(dataDir, { PUBLIC_API_URL: gate.url }, undefined, { openFiles: OPEN_FILES })
  gate.leadTo(app.url)
  target = { url: app.url, pid: app.process.pid ?? 0 }
  const headers = await signIn(app.url, await app.admin())
  const body = await buildPodcastForm({ audio: buildAudio({ seconds: 250 }), price: '0' })
  const { audioUrl } = (await (await ask(`${app.url}/api/podcasts`, { method: 'POST', headers, body })).json()) as Podcast
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(await (await ask(app.url)).text()) ?? []
  paths = [`/api/media/${audioUrl}`, script, '/bookshop', '/api/books', '/bookshop.data']
})
afterAll(async () => {
  await app?.stop()
  await gate?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const openDescriptors = async () => (await readProcess(target.pid)).descriptors
const isReadable = async () => (await ask(`${app.url}/bookshop`)).status
const errors = () => app.output.filter((line) => (line.startsWith('{') ? JSON.parse(line).level >= 50 : /^\w*Error/.test(line)))

test('whoever leaves early, in whatever way, leaves no file open and no error in the log', async () => {
  const before = await openDescriptors()
  await abandonRequests(target, { paths, requests: 2000, pipelined: 10 })
  await expect.poll(openDescriptors).toBeLessThan(before + 15)
  expect(await isReadable()).toBe(200)
  expect(errors()).toEqual([])
})

test('who leaves while a page waits for its data is no error either', async () => {
  gate.hold()
  const socket = await openConnection(target)
  socket?.write(`GET /podcasts HTTP/1.1\r\nhost: lectern\r\nuser-agent: ${ORDINARY_BROWSER}\r\n\r\n`)
  if (socket) await once(socket, 'data')
  const before = await openDescriptors()
  socket?.resetAndDestroy()
  await expect.poll(openDescriptors).toBeLessThan(before)
  gate.release()
  expect((await ask(`${app.url}/podcasts`)).status).toBe(200)
  expect(errors()).toEqual([])
})

test('however much is asked for ahead, a connection has one answer under way', async () => {
  const before = await openDescriptors()
  for (const path of paths.slice(0, 2)) {
    await pipelineRequests(target, { path, connections: 20, each: 500 }, async () => {
      expect(await isReadable()).toBe(200)
      // Each connection and its file.
      expect(await openDescriptors()).toBeLessThan(before + 60)
    })
  }
  await expect.poll(openDescriptors).toBeLessThan(before + 15)
  expect(errors()).toEqual([])
})

test('one visitor can’t take the places of all others, and all places together are fewer than files may be open', async () => {
  const { kept } = await keepSilent(target, { connections: 2 * MAX_CONNECTIONS }, async () => expect(await isReadable()).toBe(200))
  expect(kept).toBe(MAX_CONNECTIONS / 4)

  const many = []
  for (let network = 1; network <= 5; network++) many.push(...(await openConnections(target, 60, { from: `127.0.1.${network}` })))
  expect(await openDescriptors()).toBeLessThan(OPEN_FILES)
  closeAll(many)
  await expect.poll(isReadable).toBe(200)
})

test('messages that are refused do not fill the log', async () => {
  const refuse = () => fetch(`${app.url}/api/gateways/sandbox/message`, { method: 'POST', body: 'nonsense' })
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, refuse))
  const lines = app.output.filter((line) => line.includes('a gateway message was refused')).length
  // A minute may have ended meanwhile.
  expect(lines).toBeGreaterThan(0)
  expect(lines).toBeLessThanOrEqual(60)
})

test('a body that nobody asked for ends with the answer', async () => {
  for (const method of ['GET', 'POST']) expect(await answerToUnfinished(method)).toMatchObject({ connection: 'close' })
})

/** The headers of the answer, given while the body is still being sent. */
function answerToUnfinished(method: string) {
  const options = { method, headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 } }
  return new Promise((resolve, reject) => {
    const request = get(`${app.url}/bookshop`, { ...options, family: 4, localAddress: HARMFUL_ADDRESS }, (response) => {
      resolve(response.headers)
      request.destroy()
    })
    request.on('error', reject)
  })
}
