import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from '#server/platform/http/server.ts'
import { createPageApi } from './page-api.ts'

function buildApp() {
  const app = Fastify()
  app.get('/api/books', async () => [])
  app.get('/api/search', (_request, reply) => reply.header('cache-control', 'public, no-cache').send([]))
  app.get('/api/there', (_request, reply) => reply.code(204).send(null))
  app.get('/api/broken', (_request, reply) => reply.code(503).send({}))
  return app as unknown as App
}

test('a page may be cached if its data requests succeeded or returned 404', async () => {
  const api = createPageApi(buildApp(), { publicApiUrl: undefined, requestId: 'id-of-the-page' })
  expect(await (await api.fetch(`${api.base}/books`)).json()).toEqual([])
  expect((await api.fetch(`${api.base}/none`)).status).toBe(404)
  expect([api.failed(), api.changes()]).toEqual([false, false])
})

test('a page is marked as changing if its data may change without a catalogue change', async () => {
  const api = createPageApi(buildApp(), { publicApiUrl: undefined, requestId: 'id-of-the-page' })
  await api.fetch('/api/search')
  expect([api.failed(), api.changes()]).toEqual([false, true])
})

test('an API response without a body counts as a success', async () => {
  const api = createPageApi(buildApp(), { publicApiUrl: undefined, requestId: 'id-of-the-page' })
  const answer = await api.fetch('/api/there')
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: null })
})

test('a page with a failed data request is marked as failed', async () => {
  const api = createPageApi(buildApp(), { publicApiUrl: undefined, requestId: 'id-of-the-page' })
  await api.fetch('/api/broken')
  expect(api.failed()).toBe(true)
})
