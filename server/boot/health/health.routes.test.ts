import { expect, test, vi } from 'vitest'
import { createServer } from '#server/platform/http/server.ts'
import { productVersion } from '#server/platform/product-version.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { healthRoutes } from './health.routes.ts'

test('the health check succeeds when the database and the media store respond, and returns version and commit', async () => {
  const app = await openTestApp()
  const response = await app.get('/api/health')
  await app.close()
  expect([response.statusCode, response.json(), response.headers['cache-control']]).toEqual([
    200,
    { status: 'ok', ...productVersion },
    'no-store',
  ])
})

test('a failing health check names the dependency in the response, and logs the reason without sending it', async () => {
  const lines: string[] = []
  const logStream = { write: (line: string) => lines.push(line) }
  const app = await createServer({ logLevel: 'error', trustProxy: false, allowedOrigins: [], logStream })
  const checks = { database: async () => {}, media: () => Promise.reject(new Error('disk /dev/secret is full')) }
  await app.register(healthRoutes({ checks }))
  const response = await app.inject({ url: '/health' })
  await app.close()
  expect(response.statusCode).toBe(503)
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(response.json()).toMatchObject({ code: 'unavailable', title: 'Unavailable: media' })
  expect(response.body).not.toContain('secret')
  expect(lines.join('')).toContain('disk /dev/secret is full')
})

test('an instance with a failing or hanging optional service is ready and names the service, while `/health` responds with 503', async () => {
  const app = await createServer({ logLevel: 'silent', trustProxy: false, allowedOrigins: [] })
  let media = () => Promise.reject(new Error('bucket is away'))
  await app.register(healthRoutes({ checks: { database: async () => {} }, optionalChecks: { media: () => media() } }))
  const ask = async (url: string) => {
    const response = await app.inject({ url })
    return [response.statusCode, response.json().title ?? response.json()]
  }
  const [ready, unhealthy] = [{ status: 'ok', ...productVersion, failing: ['media'] }, 'Unavailable: media']
  expect([await ask('/health/ready'), await ask('/health')]).toEqual([
    [200, ready],
    [503, unhealthy],
  ])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const hanging = vi.fn(() => new Promise<never>(() => {}))
    media = hanging
    const response = ask('/health/ready')
    await vi.waitUntil(() => hanging.mock.calls.length > 0, { timeout: 60_000 })
    // A load balancer gives up after a second.
    await vi.advanceTimersByTimeAsync(900)
    expect(await response).toEqual([200, ready])
  } finally {
    vi.useRealTimers()
  }
  await app.close()
})

test.each(['/health', '/health/ready'])('an instance that is shutting down is not ready: %s', async (url) => {
  const app = await createServer({ logLevel: 'silent', trustProxy: false, allowedOrigins: [] })
  await app.register(healthRoutes({ checks: { database: async () => {} }, isDraining: () => true }))
  const response = await app.inject({ url })
  await app.close()
  expect([response.statusCode, response.json().title]).toEqual([503, 'Draining: this app is stopping'])
})

test('an instance without its database is alive but not ready, which prevents needless restarts', async () => {
  const app = await createServer({ logLevel: 'silent', trustProxy: false, allowedOrigins: [] })
  await app.register(healthRoutes({ checks: { database: () => Promise.reject(new Error('away')) }, isDraining: () => true }))
  const [live, ready] = await Promise.all([app.inject({ url: '/health/live' }), app.inject({ url: '/health/ready' })])
  await app.close()
  expect([live.statusCode, live.headers['cache-control'], ready.statusCode]).toEqual([200, 'no-store', 503])
})
