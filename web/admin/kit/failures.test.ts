import { globSync, readFileSync } from 'node:fs'
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

test('every source file that shows a failure toast also removes the toast after a success', () => {
  const files = globSync('web/{admin,routes/admin}/**/*.{ts,tsx}').filter((file) => !file.endsWith('kit/failures.ts'))
  const showing = files.filter((file) => readFileSync(file, 'utf8').includes('toastFailure('))
  expect(showing.length).toBeGreaterThan(8)
  expect(showing.filter((file) => !readFileSync(file, 'utf8').includes('clearFailure('))).toEqual([])
})
