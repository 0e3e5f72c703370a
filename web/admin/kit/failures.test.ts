import { expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { describeFailure } from './failures.ts'

const problem = (changes: Partial<Problem>) =>
  new ApiError({ type: 'about:blank', title: 'A title', status: 500, instance: '', code: 'internal', requestId: '', ...changes })

test('a full disk is reported with the server’s advice', () => {
  const full = problem({ status: 507, code: 'insufficient_storage', title: 'The server is out of storage', detail: 'Make room.' })
  expect(describeFailure(full)).toBe('The server is out of storage. Make room.')
})

test('details of an internal error are not displayed', () => {
  expect(describeFailure(problem({ title: 'Something went wrong on our side' }))).toMatch(/^The server could not do this right now/)
})
