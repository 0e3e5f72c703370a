import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { refuseWhenBusy, serveWhenBusy } from './refuse-when-busy.ts'

const MAX_DELAY_MS = 400
const LOOK_EVERY_MS = 200

/** Blocks the event loop for longer than the limit, and lets overdue timers run. */
async function block() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * MAX_DELAY_MS)
  await delay(1)
}

async function openApp() {
  const app = fastify()
  refuseWhenBusy(app, { maxDelayMs: MAX_DELAY_MS, lookEveryMs: LOOK_EVERY_MS })
  app.get('/list', async () => 'list')
  await app.register(async (always) => {
    serveWhenBusy(always)
    always.get('/file', async () => 'file')
  })
  await app.ready()
  return { app, statusOf: async (url: string) => (await app.inject(url)).statusCode }
}

test('a single pause of the process refuses no request', async () => {
  const { app, statusOf } = await openApp()
  await block()
  expect(await statusOf('/list')).toBe(200)
  await app.close()
})

test('requests are refused while the event loop lags for several looks, except for routes that are always served', async () => {
  const { app, statusOf } = await openApp()
  for (let turn = 0; turn < 4; turn++) await block()
  expect(await statusOf('/list')).toBe(503)
  expect(await statusOf('/file')).toBe(200)
  await expect.poll(() => statusOf('/list')).toBe(200)
  await app.close()
})
