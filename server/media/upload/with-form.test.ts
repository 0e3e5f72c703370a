import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invalidRequest } from '#server/platform/problems.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { acceptMultipart } from './multipart-form.ts'
import { type ClaimUpload, withForm } from './with-form.ts'

const IDLE_MS = 1000

const app = fastify({ connectionTimeout: IDLE_MS })
let folder: string
let socket: Socket
const held = new Map<string, string>([
  ['a', 'pdf'],
  ['b', 'audio'],
])
/** Claims one of the held uploads, which is removed by its use. */
const claim: ClaimUpload = async ({ id, field, folder: to }) => {
  if (held.get(id) !== field) throw invalidRequest([{ field, message: 'This upload was already used.' }])
  const path = join(to, randomUUID())
  await writeFile(path, id)
  const file = { path, bytes: 1, sha256: id, filename: id, field, type: 'application/pdf' as const }
  return { file, consume: async () => void held.delete(id), release: async () => undefined }
}

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
  app.decorateRequest('actor')
  app.post('/files', (request) => {
    request.actor = { admin: { id: 'admin', name: 'Ada Admin' } } as typeof request.actor
    const rule = { limitBytes: 100, inChunks: true } as const
    const files = { pdf: { format: 'pdf', ...rule }, audio: { format: 'audio', ...rule } } as const
    return withForm(request, { folder, requireFreeSpace: async () => undefined, files, claim }, async (form) => {
      if (form.fields.title === '') throw invalidRequest([{ field: 'title', message: 'Enter a title.' }])
      const found = await Promise.all([form.files.pdf, form.files.audio].map((file) => file && readFile(file.path, 'utf8')))
      return { fields: form.fields, found }
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

test('a form takes a finished upload for each of its files, and a refused form leaves all of them', async () => {
  const { port } = app.server.address() as AddressInfo
  const send = async (values: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(values)) body.append(name, value)
    return fetch(`http://127.0.0.1:${port}/files`, { method: 'POST', body })
  }
  const uploads = { pdfUpload: 'a', audioUpload: 'b' }
  expect((await send({ ...uploads, title: '' })).status).toBe(400)
  expect((await send({ ...uploads, audioUpload: 'a' })).status).toBe(400)
  expect([...held.keys()]).toEqual(['a', 'b'])
  const response = await send({ ...uploads, title: 'Sow in Season' })
  expect(await response.json()).toEqual({ fields: { title: 'Sow in Season' }, found: ['a', 'b'] })
  expect([...held.keys()]).toEqual([])
  expect(await readdir(folder)).toEqual([])
})
