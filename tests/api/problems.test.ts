import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#contracts/common/problem.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const SHOP = 'https://shop.example'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ ALLOWED_ORIGINS: SHOP })
})
afterAll(() => app.close())

type Answer = Awaited<ReturnType<TestApp['get']>>

function expectProblem(response: Answer, status: number, code: Problem['code']) {
  expect(response.statusCode, response.body).toBe(status)
  expect(response.headers['content-type']).toBe('application/problem+json')
  expect(response.headers['cache-control']).toBe('no-store')
  const problem = Problem.parse(response.json())
  expect(problem).toMatchObject({ type: 'about:blank', status, code })
  expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/)
  return problem
}

const login = (payload: string, type = 'application/json') =>
  app.app.inject({ method: 'POST', url: '/api/login', headers: { 'content-type': type }, payload })

describe('each refused API request gets a problem document', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/books/a/b', '/api/BOOKS', '/api//books', '/nothing'])(
    'a request for the unknown path %s gets a problem document',
    async (url) => {
      expect(expectProblem(await app.get(url), 404, 'not_found')).toMatchObject({ instance: url, title: 'Address not found' })
    },
  )

  test('a request with a method that its path does not support gets a problem document', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const)
      expectProblem(await app.app.inject({ method, url: '/api/books', headers: app.bearer }), 405, 'method_not_allowed')
  })

  test('a problem document omits the query string of the request, which can contain secrets', async () => {
    expect((await app.get('/api/nothing?grant=secret')).body).not.toContain('secret')
  })

  test.each(['{', '{"email":', 'nothing', '[1,', '{"a":1}}', '\u0000', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}'])(
    'the malformed JSON %j is refused with a problem document',
    async (body) => {
      expectProblem(await login(body), 400, 'invalid_request')
    },
  )

  test.each(['', 'null', '[]', '"text"', '7', '{}'])(
    'JSON that doesn’t match the schema is refused with a problem document: %j',
    async (body) => {
      expect(expectProblem(await login(body), 400, 'invalid_request').errors).not.toEqual([])
    },
  )

  test.each(['text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'application/jsonp', ';;'])(
    'the content type %s is refused with a problem document',
    async (type) => {
      expectProblem(await login('x', type), 415, 'unsupported_media_type')
    },
  )

  test('JSON instead of a form is refused with a problem document', async () => {
    expectProblem(await app.send('POST', '/api/books', { title: 'A book' }), 400, 'invalid_request')
    expectProblem(await app.send('POST', '/api/books'), 400, 'invalid_request')
  })

  test('JSON that is too large is refused with a problem document', async () => {
    expectProblem(await login(JSON.stringify({ email: 'x'.repeat(300_000) })), 413, 'payload_too_large')
  })

  test.each([
    ['/api/books/%zz', 400, 'invalid_request'],
    ['/api/books/%c3%28', 400, 'invalid_request'],
    ['/api/books/%00', 400, 'invalid_request'],
    ['/api/books?author=%00', 400, 'invalid_request'],
    ['/api/books?excludeAuthor=a%00', 400, 'invalid_request'],
    ['/api/podcasts?category=%00', 400, 'invalid_request'],
    ['/api/books?limit=1&limit=2', 400, 'invalid_request'],
    [`/api/books/${'x'.repeat(101)}`, 400, 'invalid_request'],
    [`/api/books/${'x'.repeat(500)}`, 404, 'not_found'],
  ] as const)('for the malformed URL %s', async (url, status, code) => {
    expectProblem(await app.get(url), status, code)
  })

  test('an unusual search text returns an empty list instead of a problem', async () => {
    for (const q of ['%00', '%ff', '%25', '_', '%5c', "'", '%22;--', '%F0%9F%93%96', '%E2%80%8B', 'a'.repeat(200)]) {
      const response = await app.get(`/api/books?q=${q}`)
      expect([response.statusCode, response.json()], q).toEqual([200, []])
    }
  })
})

describe('pages of other origins that call the API', () => {
  test('pages of an allowed origin may call the API with cookies and tokens', async () => {
    const asked = { 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'authorization' }
    const preflight = await app.app.inject({ method: 'OPTIONS', url: '/api/books/x', headers: { origin: SHOP, ...asked } })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization',
    })
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) expect(preflight.headers['access-control-allow-methods']).toContain(method)
    const { headers } = await app.get('/api/books', { origin: SHOP })
    expect(headers['access-control-allow-origin']).toBe(SHOP)
    expect(headers['access-control-expose-headers']).toContain('x-total-count')
    expect(headers.vary).toContain('Origin')
  })

  test.each(['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', 'null'])(
    'pages of the origin %s may not call the API',
    async (origin) => {
      for (const method of ['GET', 'OPTIONS'] as const) {
        const { headers } = await app.app.inject({ method, url: '/api/books', headers: { origin, 'access-control-request-method': 'GET' } })
        expect(headers['access-control-allow-origin']).toBeUndefined()
      }
    },
  )
})

test('every response has security headers against content sniffing, framing and the use of devices', async () => {
  for (const url of ['/api/books', '/api/nothing', '/api/health']) {
    const { headers } = await app.get(url)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['permissions-policy']).toContain('camera=(), microphone=()')
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test('a long list is compressed for clients that accept it, and the response varies by encoding', async () => {
  for (let number = 0; number < 3; number++) await storeBook(app.services)
  const plain = await app.get('/api/books')
  const packed = await app.get('/api/books', { 'accept-encoding': 'br, gzip' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.headers.vary).toMatch(/Origin.*accept-encoding/i)
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
})
