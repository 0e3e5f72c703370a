import { expect, test } from 'vitest'
import { describeLowMemory } from './check-memory.ts'

test('a machine with less than the required memory is warned of, and one with a gigabyte is not', () => {
  expect(describeLowMemory(200 * 1024 ** 2)).toMatch(/^The machine has 200 MB of memory; Lectern needs 1 GB\./)
  expect(describeLowMemory(0.95 * 1024 ** 3)).toBeUndefined()
})
