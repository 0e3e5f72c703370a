import { expect } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { randomJson, randomUrls } from '#tests/support/random-requests.ts'
import type { Headers } from './catalogue.ts'
import type { DescribedApi } from './described-api.ts'

const MADE_UP = 60
/** Maximum size of the request headers in bytes; larger headers are rejected before routing. */
const MAX_HEADER_BYTES = 16 * 1024
const NOBODY = '01890000-0000-7000-8000-000000000000'

/** Expects that protected operations are rejected without a token, and that unknown ids and invalid values cause no server error. */
export async function refusals(api: DescribedApi, admin: Headers) {
  // Operations are requested in a fixed order, so that no request ends the session of later requests.
  for (const { name, operation } of api.operations) {
    const call = name.replace(/\{reference\}/, '0'.repeat(32)).replace(/\{\w+\}/g, NOBODY)
    if (operation.security.length > 0) {
      await api.ask(401, call)
      await api.ask(401, call, { headers: { authorization: 'Bearer nonsense' } })
      if (operation.requestBody) await api.ask(401, call, { json: {} })
    }
    if (operation.security.length > 0 && /^(DELETE|POST) \S+\/(sessions|logout)$/.test(name)) continue
    const headers = operation.security.length > 0 ? admin : {}
    if (operation.requestBody) {
      expect((await api.call(call, { headers, bytes: '{' })).status, call).toBeGreaterThanOrEqual(400)
      expect((await api.call(call, { headers, json: [] })).status, call).toBeGreaterThanOrEqual(400)
    }
    if (call !== name) expect((await api.call(call, { headers })).status, call).toBeGreaterThanOrEqual(400)
  }
  const paths = api.description.paths as unknown as Parameters<typeof randomJson>[0]
  const requests = fc.sample(fc.oneof(randomUrls(paths), randomJson(paths)), MADE_UP)
  for (const { method, url, headers, payload } of requests) {
    // The URL is normalized, because parameter values that change the path are tested elsewhere.
    const target = `${method} ${new URL(url, api.url).pathname}${new URL(url, api.url).search}`
    if (!api.knows(target) || /\/(login|sessions|admins)/.test(url)) continue
    if (target.length > MAX_HEADER_BYTES) {
      expect((await fetch(new URL(url, api.url), { method })).status, target.slice(0, 100)).toBe(431)
      continue
    }
    const sent = typeof payload === 'string' && method !== 'GET' ? { bytes: payload } : {}
    const { status } = await api.call(target, { headers: { ...admin, ...headers }, ...sent })
    expect(status, target).toBeLessThan(500)
  }
}

/** Requests unknown paths below each prefix, and methods that a path doesn't support. */
export async function unknownPaths(url: string) {
  for (const path of ['/api', '/api/nothing', '/api/books/a/b', '/api/media', '/api/media/authors', '/api/admin', '/api/uploads/a/b'])
    expect(await problemOf(url + path), path).toMatchObject({ status: 404, code: 'not_found' })
  for (const method of ['PUT', 'DELETE', 'PATCH', 'POST'])
    for (const path of ['/api/books', '/', '/bookshop'])
      if (`${method} ${path}` !== 'POST /api/books') expect((await fetch(url + path, { method })).status, `${method} ${path}`).toBe(405)
  for (const path of [
    '/nowhere',
    '/programs/nothing',
    '/books-by-nobody',
    '/bookshop/x',
    '/assets/nothing.js',
    '/pdfjs/nothing.mjs',
    '/uploads/x',
    '/%zz',
  ])
    expect((await fetch(url + path)).status, path).toBe(path === '/%zz' ? 400 : 404)
}

async function problemOf(address: string) {
  const response = await fetch(address)
  expect(response.headers.get('content-type'), address).toBe('application/problem+json')
  return response.json()
}
