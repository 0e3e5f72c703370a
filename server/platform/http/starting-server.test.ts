import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readDeploy } from '#scripts/deploy/read-files.ts'
import { createStartingServer, requireFreePort, WAITING_PAGE } from './starting-server.ts'

const HOST = '127.0.0.1'
let starting: ReturnType<typeof createStartingServer>
afterEach(() => starting.close())

async function open({ isBehindProxy = false } = {}) {
  starting = createStartingServer({ host: HOST, port: 0, isBehindProxy })
  await starting.open()
}
const ask = (path: string, method = 'GET') => fetch(`http://${HOST}:${starting.port()}${path}`, { method })

test('a starting instance is live but not ready, and refuses requests for the API with a problem document', async () => {
  await open()
  expect((await ask('/api/health/live')).status).toBe(200)
  for (const [path, method] of [['/api/health/ready'], ['/api/health'], ['/api/books?limit=1'], ['/contact', 'POST']] as const) {
    const response = await ask(path, method)
    expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
    expect(await response.json()).toMatchObject({ code: 'unavailable', status: 503, instance: path.split('?')[0] })
  }
})

test('visitors of a starting instance get a page that reloads itself', async () => {
  await open()
  for (const path of ['/', '/bookshop?page=2', '/apiary']) {
    const response = await ask(path)
    expect([response.status, response.headers.get('retry-after'), response.headers.get('content-type')]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ])
    expect(await response.text()).toMatch(/<meta http-equiv="refresh" content="5">.*<h1>One moment<\/h1>/)
  }
  expect([(await ask('/', 'HEAD')).status, await (await ask('/', 'HEAD')).text()]).toEqual([503, ''])
})

test('behind a proxy a starting instance answers health checks only, so that the proxy chooses another instance', async () => {
  await open({ isBehindProxy: true })
  expect([(await ask('/api/health/live')).status, (await ask('/api/health/ready')).status]).toEqual([200, 503])
  for (const path of ['/', '/api/books', '/api/healthy/']) await expect(ask(path)).rejects.toThrow('fetch failed')
})

test('a port in use is named without opening it', async () => {
  await open()
  const port = starting.port() ?? 0
  const message = `The app can’t listen on ${HOST}:${port}: another program uses this port.`
  await expect(createStartingServer({ host: HOST, port, isBehindProxy: false }).open()).rejects.toThrow(message)
  await expect(requireFreePort({ host: HOST, port })).rejects.toThrow(message)
  await expect(requireFreePort({ host: '0.0.0.0', port })).rejects.toThrow(`0.0.0.0:${port}: another program`)
  await starting.close()
  await starting.close()
  await requireFreePort({ host: HOST, port })
  const next = createServer().listen(port, HOST)
  await once(next, 'listening')
  expect((next.address() as AddressInfo).port).toBe(port)
  next.close()
})

test('the shipped proxies send the same page while no instance responds', () => {
  expect(readDeploy('nginx/lectern-proxy.conf')).toContain(`return 503 '${WAITING_PAGE}';`)
  const page = `content-type "text/html; charset=utf-8" hdr Retry-After 5 hdr Cache-Control no-store string '${WAITING_PAGE}'`
  for (const status of [502, 503, 504]) expect(readDeploy('haproxy/haproxy.cfg')).toContain(`http-error status ${status} ${page}`)
})
