// @module-tag full
import { once } from 'node:events'
import { get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTACKER_ADDRESS, closeAll, openConnection, openConnections, stillOpen } from '#lab/faults/connections.ts'
import { abandonRequests } from '#lab/faults/scenarios/abandoned-requests.ts'
import { findPaths } from '#lab/faults/scenarios/greedy-connections.ts'
import { pipelineRequests } from '#lab/faults/scenarios/pipelined-requests.ts'
import { startProduct } from '#lab/faults/start-product.ts'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { openDescriptors } from '#tests/support/process-status.ts'
import { ask } from '#tests/support/run-app.ts'

const OPEN_FILES = 768
/** Connection limit for 768 open files: (768 − 256 reserved) / 2 */
const MAX_CONNECTIONS = 256

let gate: ApiGate
let product: Awaited<ReturnType<typeof startProduct>>
let paths: string[]
beforeAll(async () => {
  gate = await openApiGate()
  product = await startProduct({ settings: { PUBLIC_API_URL: gate.url }, openFiles: OPEN_FILES })
  gate.leadTo(product.url)
  paths = await findPaths(product)
})
afterAll(async () => {
  await product?.close()
  await gate?.close()
})

const descriptors = () => openDescriptors(product.pid)
const isReadable = async () => (await ask(`${product.url}/bookshop`)).status
const errors = () => product.output.filter((line) => (line.startsWith('{') ? JSON.parse(line).level >= 50 : /^\w*Error/.test(line)))

test('clients that disconnect early, in any way, leave no open file and no error in the log', async () => {
  const before = await descriptors()
  await abandonRequests(product, { paths, requests: 2000, pipelined: 10 })
  await expect.poll(descriptors).toBeLessThan(before + 15)
  expect(await isReadable()).toBe(200)
  expect(errors()).toEqual([])
})

test('a client that disconnects while a page loads its data causes no error', async () => {
  gate.hold()
  const socket = await openConnection(product)
  socket?.write(`GET /podcasts HTTP/1.1\r\nhost: lectern\r\nuser-agent: ${ORDINARY_BROWSER}\r\n\r\n`)
  if (socket) await once(socket, 'data')
  const before = await descriptors()
  socket?.resetAndDestroy()
  await expect.poll(descriptors).toBeLessThan(before)
  gate.release()
  expect((await ask(`${product.url}/podcasts`)).status).toBe(200)
  expect(errors()).toEqual([])
})

test('a connection processes one response at a time, however many requests are pipelined', async () => {
  const before = await descriptors()
  for (const path of paths.slice(0, 2)) {
    await pipelineRequests(product, { path, connections: 20, each: 500 }, async () => {
      expect(await isReadable()).toBe(200)
      // Each connection uses one file descriptor for its socket and one for the file that it sends.
      expect(await descriptors()).toBeLessThan(before + 60)
    })
  }
  await expect.poll(descriptors).toBeLessThan(before + 15)
  expect(errors()).toEqual([])
})

test('a single visitor cannot use up all connections, and all connections together stay below the limit of open files', async () => {
  const silent = await openConnections(product, 2 * MAX_CONNECTIONS)
  // Half of the connections are for one network while others are free; further ones of the test itself count as well.
  await expect.poll(() => stillOpen(silent), { timeout: 15_000 }).toBeLessThanOrEqual(MAX_CONNECTIONS / 2)
  expect(stillOpen(silent)).toBeGreaterThan(MAX_CONNECTIONS / 4)
  expect(await isReadable()).toBe(200)
  closeAll(silent)

  const many = []
  for (let network = 1; network <= 5; network++) many.push(...(await openConnections(product, 60, { from: `127.0.1.${network}` })))
  expect(await descriptors()).toBeLessThan(OPEN_FILES)
  closeAll(many)
  await expect.poll(isReadable).toBe(200)
})

test('rejected gateway notifications do not fill the log', async () => {
  const refuse = () => fetch(`${product.url}/api/gateways/test/message`, { method: 'POST', body: 'nonsense' })
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, refuse))
  const lines = product.output.filter((line) => line.includes('refused a gateway notification')).length
  // The number of lines varies, because the time window of the log limit may end during the test.
  expect(lines).toBeGreaterThan(0)
  expect(lines).toBeLessThanOrEqual(60)
})

test('a request with an unexpected body gets a response with connection: close before the body is complete', async () => {
  for (const method of ['GET', 'POST']) expect(await answerToUnfinished(method)).toMatchObject({ connection: 'close' })
})

/** Returns the response headers, which arrive while the request body is still being sent. */
function answerToUnfinished(method: string) {
  const options = { method, headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 } }
  return new Promise((resolve, reject) => {
    const request = get(`${product.url}/bookshop`, { ...options, family: 4, localAddress: ATTACKER_ADDRESS }, (response) => {
      resolve(response.headers)
      request.destroy()
    })
    request.on('error', reject)
  })
}
