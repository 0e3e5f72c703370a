import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [860_160, '840 KB'],
  [3.25 * 1024 ** 2, '3.3 MB'],
  [1.2 * 1024 ** 3, '1.20 GB'],
])('%d bytes are formatted as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
