import { expect, test } from 'vitest'
import { requestOrigin } from './request-origin.ts'

test.each([
  ['http', 'localhost:3000', 'http://localhost:3000'],
  ['http', 'localhost:80', 'http://localhost'],
  ['https', 'Shop.Example:443', 'https://shop.example'],
  ['https', '[::1]:8443', 'https://[::1]:8443'],
])('%s and the host %s have the origin %s', (protocol, host, origin) => {
  expect(requestOrigin({ protocol: protocol as 'http', host }, undefined)).toBe(origin)
})

test.each(['', '[', 'a b', 'a:port', 'a:99999', 'user@a', 'a/b', 'a\\b', 'a?b', 'a#b'])('a request with the host %j is refused', (host) => {
  expect(() => requestOrigin({ protocol: 'http', host }, undefined)).toThrow('malformed')
})

test('the configured public URL overrides the request headers', () => {
  expect(requestOrigin({ protocol: 'http', host: 'evil.example' }, 'https://shop.example')).toBe('https://shop.example')
})
