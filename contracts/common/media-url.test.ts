import { expect, test } from 'vitest'
import { withPath } from './media-url.ts'

test('a path below a file is inserted before the grant in its URL, and the query of the path is appended', () => {
  expect(withPath('/api/media/a.pdf', '/pages/1/text')).toBe('/api/media/a.pdf/pages/1/text')
  expect(withPath('https://media.example/a.pdf?grant=x.y', '/pages')).toBe('https://media.example/a.pdf/pages?grant=x.y')
  expect(withPath('/api/media/a.pdf?grant=x', '/pages/search?q=light')).toBe('/api/media/a.pdf/pages/search?grant=x&q=light')
  expect(withPath('/api/media/a.pdf', '/pages/search?q=light')).toBe('/api/media/a.pdf/pages/search?q=light')
})
