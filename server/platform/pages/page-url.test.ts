import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { pageUrl } from './page-url.ts'

const request = (url: string) => ({ url, protocol: 'http', host: 'shop.example' }) as FastifyRequest

test.each([
  ['/bookshop?q=a&utm_source=x&category=Teen+Coaching', 'http://shop.example/bookshop?q=a&category=Teen+Coaching'],
  ['/', 'http://shop.example/'],
  ['/bookshop?cursor=nonsense&q=a', 'http://shop.example/bookshop?q=a'],
  [`/bookshop?cursor=0.${'0'.repeat(36)}`, `http://shop.example/bookshop?cursor=0.${'0'.repeat(36)}`],
  ['/bookshop.data?cursor=nonsense', 'http://shop.example/bookshop.data'],
  ['//evil.example/x', 'http://shop.example//evil.example/x'],
  ['http://elsewhere.example/bookshop?q=b', 'http://shop.example/bookshop?q=b'],
  ['/bookshop.data?_routes=x', 'http://shop.example/bookshop.data?_routes=x'],
  ['/bookshop.data?utm_source=x&_routes=x&q=a', 'http://shop.example/bookshop.data?q=a&_routes=x'],
  ['/bookshop?_routes=x&x=random', 'http://shop.example/bookshop'],
  ['/bookshop?sort=title&fbclid=1&price=free', 'http://shop.example/bookshop?price=free&sort=title'],
  ['/bookshop?category=Poems&q=+a+&q=b', 'http://shop.example/bookshop?q=a&category=Poems'],
  ['/bookshop?q=&category=', 'http://shop.example/bookshop'],
  [`/bookshop?q=${'x'.repeat(9000)}`, `http://shop.example/bookshop?q=${'x'.repeat(500)}`],
])('the URL %s is normalized to the page URL %s', (url, address) => {
  expect(pageUrl(request(url), undefined).href).toBe(address)
})

test('the configured public URL replaces the origin of a page request', () => {
  expect(pageUrl(request('http://evil.example/'), 'https://lectern.example').href).toBe('https://lectern.example/')
})

test('a page request with an invalid URL is refused', () => {
  expect(() => pageUrl(request('*'), undefined)).toThrow('malformed')
})
