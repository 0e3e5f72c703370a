import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { TrustProxy } from './forwarded-headers.ts'
import { createServer } from './server.ts'
import { watchForUntrustedProxy } from './untrusted-proxy.ts'

/** Observes requests, each with its peer address and its X-Forwarded-For header, and returns the warnings. */
function warningsFor(trust: TrustProxy, requests: [peer: string, visitor?: string][]) {
  const warnings: [object, string][] = []
  const watch = watchForUntrustedProxy(trust, (...warning) => warnings.push(warning))
  for (const [remoteAddress, visitor] of requests)
    watch.observe({ headers: visitor ? { 'x-forwarded-for': visitor } : {}, socket: { remoteAddress } } as unknown as IncomingMessage)
  expect(watch.isFound()).toBe(warnings.length > 0)
  return warnings
}

test.each(['127.0.0.1', '::1', '10.1.2.3', '::ffff:172.16.0.9', 'fd00::5'])(
  'a proxy at the private address %s is reported once',
  (peer) => {
    const warnings = warningsFor(false, [[peer], [peer, '203.0.113.7'], [peer, '203.0.113.8']])
    expect(warnings).toEqual([[{ proxy: peer.replace('::ffff:', '') }, expect.stringContaining('TRUST_PROXY')]])
  },
)

test('a proxy at a public address is reported, without its address, after it forwarded requests of three visitors', () => {
  const named = (visitor: string): [string, string] => ['198.51.100.4', visitor]
  expect(warningsFor(false, [named('203.0.113.7'), named('203.0.113.8'), named('203.0.113.8')])).toEqual([])
  expect(warningsFor(false, ['203.0.113.7', '203.0.113.8', '203.0.113.9'].map(named))).toEqual([[{}, expect.any(String)]])
})

test('a proxy that is not among the trusted addresses is reported', () => {
  expect(warningsFor('10.0.0.5', [['10.0.0.6', '203.0.113.7']])).toHaveLength(1)
})

test('the server observes the headers of an untrusted peer before it removes them', async () => {
  const warnings: object[] = []
  const watch = watchForUntrustedProxy(false, (details) => warnings.push(details))
  const app = await createServer({ logLevel: 'silent', trustProxy: false, allowedOrigins: [], observeForwarded: watch.observe })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}/`)
  expect(warnings).toEqual([])
  await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(warnings).toEqual([{ proxy: '127.0.0.1' }])
  await app.close()
})

test('trusted proxies and visitors without an X-Forwarded-For header are not reported', () => {
  for (const trust of [true, 1, 'loopback'] as const) expect(warningsFor(trust, [['127.0.0.1', '203.0.113.7']])).toEqual([])
  expect(warningsFor(false, [['127.0.0.1'], ['10.0.0.1']])).toEqual([])
})
