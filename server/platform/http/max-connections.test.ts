import { expect, test } from 'vitest'
import { maxConnections, readOpenFilesLimit } from './max-connections.ts'

test.each([
  [undefined, 10_000],
  [64, 16],
  [256, 64],
  [1024, 384],
  [4096, 1920],
  [1_048_576, 10_000],
])('with %s open files, %s connections each have room for a file', (openFiles, connections) => {
  expect(maxConnections(openFiles)).toBe(connections)
})

test('the system says how many files may be open', () => {
  expect(readOpenFilesLimit()).toBeGreaterThan(0)
})
