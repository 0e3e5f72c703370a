import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { refusalOf } from './refusal.ts'

const noon = new Date(2025, 5, 1, 12, 0)
const problem = { type: 'about:blank', title: 'No', instance: '', code: 'invalid_request', requestId: '' } as const

test.each([
  [undefined, 'in a few minutes'],
  ['1', 'in 1 second.'],
  ['30', 'in 30 seconds.'],
  ['600', 'in 10 minutes, at 12:10.'],
])('too many tries with retry-after %s say when to try again', (retryAfter, words) => {
  expect(refusalOf(new ApiError({ ...problem, status: 429 }, retryAfter), noon).notice).toContain(words)
})

test('a message of a field goes beside it', () => {
  const errors = [
    { field: 'code', message: 'Not this one.' },
    { field: 'other', message: 'What?' },
  ]
  expect(refusalOf(new ApiError({ ...problem, status: 400, errors }))).toEqual({ code: 'Not this one.' })
})

test('anything else is said for the whole form', () => {
  expect(refusalOf(new ApiError({ ...problem, status: 500 })).notice).toMatch(/^Something went wrong/)
})
