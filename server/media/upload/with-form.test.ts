import { readdir, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { acceptMultipart } from './multipart-form.ts'
import { withForm } from './with-form.ts'

const IDLE_MS = 1000

const app = fastify({ connectionTimeout: IDLE_MS })
let folder: string
let socket: Socket
beforeAll(async () => {
  folder = await makeTempFolder()
  acceptMultipart(app)
  app.post('/form', (request) => {
    socket = request.raw.socket
    return withForm(request, { folder, requireFreeSpace: async () => undefined, files: {} }, async ({ fields }) => {
      await sleep(4 * IDLE_MS)
      return fields
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('processing a form may take longer than the idle timeout, which applies again afterwards', { tags: ['full'] }, async () => {
  const { port } = app.server.address() as AddressInfo
  const body = new FormData()
  body.append('title', 'Sow in Season')
  const response = await fetch(`http://127.0.0.1:${port}/form`, { method: 'POST', body })
  expect(await response.json()).toEqual({ title: 'Sow in Season' })
  expect(socket.timeout).toBeGreaterThan(0)
  expect(await readdir(folder)).toEqual([])
})
