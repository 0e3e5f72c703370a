import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const here = 'https://lectern.example'
const back = (value: string) => returnPath(value, here)

test('a return URL of this site becomes a path with query', () => {
  expect(back(`${here}/bookshop?q=lamp#x`)).toBe('/bookshop?q=lamp#x')
})

test('a return URL of another site has no return path', () => {
  for (const value of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', 'data:text/html,x'])
    expect(back(value)).toBeUndefined()
})

test('a return path with two leading slashes is not parsed as another host', () => {
  expect(back(`${here}//evil.example/x`)).toBe('/evil.example/x')
})

test('an invalid return URL leads to the bookshop', () => {
  expect(back('http://')).toBe('/bookshop')
})
