import { expect, test } from 'vitest'
import { inspectorLimits } from './inspector-limits.ts'

const GB = 1024 ** 3

test.each([
  [1, { processes: 1, residentBytes: 0.5 * GB }],
  [2, { processes: 1, residentBytes: GB }],
  [4, { processes: 1, residentBytes: 1.5 * GB }],
  [8, { processes: 2, residentBytes: 1.5 * GB }],
  [64, { processes: 2, residentBytes: 1.5 * GB }],
])('on a machine of %d GB, opening files takes half of it at most', (gigabytes, limits) => {
  expect(inspectorLimits(gigabytes * GB)).toEqual(limits)
})
