import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { requireBounds, setBound } from './route-bounds.ts'
import type { App } from './server.ts'

function openServer() {
  const app = Fastify() as unknown as App
  requireBounds(app)
  return app
}
const handler = async () => 'there'

test('the server does not start if a public route declares no bound, and the error names the route', async () => {
  const app = openServer()
  app.get('/bounded', { config: { bound: 'cached' } }, handler)
  app.register(async (scope) => void scope.post('/unbounded/:id', handler))
  await expect(app.ready()).rejects.toThrow('POST /unbounded/:id')
})

test('routes for administrators need no bound, and a scope may declare the bound of its routes', async () => {
  const app = openServer()
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, security: [{ bearer: [] }] }
    })
    scope.get('/admin', handler)
  })
  app.register(async (scope) => {
    setBound(scope as unknown as App, { constant: 'a text' })
    scope.get('/text', handler)
  })
  await app.ready()
  await app.close()
})
