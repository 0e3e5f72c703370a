import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api/api.ts'
import { describeCodeFailure } from './code-errors.ts'

const noon = new Date(2025, 5, 1, 12, 0)
const problem = { type: 'about:blank', title: 'No', instance: '', code: 'invalid_request', requestId: '' } as const

test('a rate limit error is displayed with its reason and the time at which the limit ends', () => {
  const busy = { ...problem, status: 429, title: 'No more codes for the moment', detail: 'Others may have asked.' }
  expect(describeCodeFailure(new ApiError(busy, '600'), noon)).toEqual({
    failure: 'No more codes for the moment. Others may have asked. Try again in 10 minutes, at 12:10.',
  })
})

test('an error about a field is displayed beside the field', () => {
  const errors = [
    { field: 'code', message: 'Not this one.' },
    { field: 'code', message: 'Nor that.' },
    { field: 'other', message: 'What?' },
  ]
  expect(describeCodeFailure(new ApiError({ ...problem, status: 400, errors }))).toEqual({ errors: { code: 'Not this one.' } })
})

test('an error that concerns no field is displayed for the whole form', () => {
  expect(describeCodeFailure(new ApiError({ ...problem, status: 500 }))).toEqual({
    failure: expect.stringMatching(/^Something went wrong/),
  })
})
