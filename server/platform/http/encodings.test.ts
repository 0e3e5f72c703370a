import { expect, test } from 'vitest'
import { chooseEncoding } from './encodings.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['br ; q=0.5,gzip', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip, broken', 'identity'],
  ['gzip;q=0', 'identity'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
])('%s is answered with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})
