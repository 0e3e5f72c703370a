import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const here = 'https://lectern.example'
const back = (value: string | null) => returnPath(value, here, '/bookshop')

test('a path of this site is kept with its query', () => {
  expect(back('/bookshop?q=lamp#x')).toBe('/bookshop?q=lamp#x')
  expect(back(`${here}/authors`)).toBe('/authors')
})

test('whatever leads elsewhere becomes the bookshop', () => {
  for (const value of [
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'http://',
    'data:text/html,x',
  ])
    expect(back(value)).toBe('/bookshop')
})

test('nothing that is kept can be read as another host', () => {
  expect(back(`${here}//evil.example/x`)).toBe('/evil.example/x')
})
