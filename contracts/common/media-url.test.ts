import { expect, test } from 'vitest'
import { withPath } from './media-url.ts'

test('the path of a derivative is appended to the path of the file’s URL, before the grant; a query of the derivative follows the grant', () => {
  expect(withPath('/api/media/a.pdf', '/pages/1/text')).toBe('/api/media/a.pdf/pages/1/text')
  expect(withPath('https://media.example/a.pdf?grant=x.y', '/pages')).toBe('https://media.example/a.pdf/pages?grant=x.y')
  expect(withPath('/api/media/a.pdf?grant=x', '/pages/search?q=light')).toBe('/api/media/a.pdf/pages/search?grant=x&q=light')
  expect(withPath('/api/media/a.pdf', '/pages/search?q=light')).toBe('/api/media/a.pdf/pages/search?q=light')
})
