import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPublicHostRedirect } from './public-host.ts'

const PUBLIC_URL = 'https://books.example'
let server: Server | undefined
afterEach(() => void server?.closeAllConnections())

/** Opens a server that redirects its pages to the public host, and returns a function that sends a request to it. */
async function open(publicUrl = PUBLIC_URL) {
  const warnings: string[] = []
  const redirect = createPublicHostRedirect(publicUrl, (_details, text) => warnings.push(text))
  server = createServer((incoming, response) => redirect(incoming, response) || response.end('page')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (host: string, path = '/bookshop', { method = 'GET', headers = {} } = {}) =>
    new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
      const asked = { port, path, method, agent: false, setHost: false, headers: { host, ...headers } }
      request({ host: '127.0.0.1', ...asked }, (response) => {
        response.resume()
        resolve({ status: response.statusCode, location: response.headers.location })
      })
        .on('error', reject)
        .end()
    })
  return { ask, warnings }
}

test.each([
  ['www.books.example', '/bookshop?q=rain', `${PUBLIC_URL}/bookshop?q=rain`],
  ['41.78.12.9', '/', `${PUBLIC_URL}/`],
  ['[2001:db8::1]:3000', '/books/sow-in-season', `${PUBLIC_URL}/books/sow-in-season`],
  ['books.example:3000', '/podcasts/feed.xml', `${PUBLIC_URL}/podcasts/feed.xml`],
  ['books.example.evil.example', '//evil.example/', `${PUBLIC_URL}//evil.example/`],
  ['www.books.example', 'http://evil.example/bookshop', `${PUBLIC_URL}/bookshop`],
  ['www.books.example', 'http://evil.example?q=1', `${PUBLIC_URL}/?q=1`],
  ['www.books.example', '/apiary', `${PUBLIC_URL}/apiary`],
])('under %s, %s is redirected to %s', async (host, path, location) => {
  const { ask } = await open()
  expect(await ask(host, path)).toEqual({ status: 308, location })
  expect(await ask(host, path, { method: 'HEAD' })).toEqual({ status: 308, location })
})

test.each([
  ['books.example', '/'],
  ['BOOKS.example', '/bookshop'],
  ['books.example:443', '/bookshop'],
  ['41.78.12.9', '/api/health/ready'],
  ['www.books.example', '/api/get-next-action'],
  ['www.books.example', '/api'],
  ['www.books.example', '/assets/index-1.js'],
])('under %s, %s is served', async (host, path) => {
  const { ask } = await open()
  expect((await ask(host, path)).status).toBe(200)
})

test('the public host is accepted without its port, or from X-Forwarded-Host', async () => {
  const { ask } = await open('https://books.example:8443')
  expect((await ask('books.example')).status).toBe(200)
  expect((await ask('127.0.0.1:3000', '/', { headers: { 'x-forwarded-host': 'books.example:8443' } })).status).toBe(200)
  expect((await ask('books.example:8443', '/', { headers: { 'x-forwarded-host': 'www.books.example' } })).status).toBe(308)
})

test('a visitor behind a proxy that rewrites the Host header is not redirected endlessly', async () => {
  const { ask, warnings } = await open()
  const statuses = []
  for (let times = 0; times < 7; times++) statuses.push((await ask('127.0.0.1:3000')).status)
  expect(statuses).toEqual([308, 308, 308, 308, 308, 200, 200])
  expect(warnings).toEqual([expect.stringContaining('does not forward the Host header')])
  expect((await ask('127.0.0.1:3000', '/podcasts')).status).toBe(200)
  // The proxy now forwards the Host header.
  await ask('books.example')
  for (let times = 0; times < 7; times++) expect((await ask('127.0.0.1:3000')).status).toBe(308)
})
