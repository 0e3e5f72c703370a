import { expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { placeErrors } from './use-contract-form.ts'

const FIELDS = ['title', 'categories', 'coverImage', 'pdf'] as const

function problem(errors: Problem['errors'], rest: Partial<Problem> = {}): Problem {
  return {
    type: 'about:blank',
    title: 'Some fields are invalid',
    status: 400,
    instance: '/books',
    code: 'invalid_request',
    requestId: 'r',
    errors,
    ...rest,
  }
}

test('form errors are sorted in the order of the fields, so that the first invalid field can be focused', () => {
  const placed = placeErrors(
    problem([
      { field: 'pdf', message: 'Choose a PDF.' },
      { field: 'title', message: 'Enter a title.' },
    ]),
    FIELDS,
  )
  expect(placed.fields.map(({ field }) => field)).toEqual(['title', 'pdf'])
  expect(placed.rest).toEqual([])
})

test('an error about an entry of a list field is assigned to the list field', () => {
  const placed = placeErrors(problem([{ field: 'categories.2', message: 'Too long.' }]), FIELDS)
  expect(placed.fields).toEqual([{ field: 'categories', message: 'Too long.' }])
})

test('only the first of several errors for a field is displayed', () => {
  const placed = placeErrors(
    problem([
      { field: 'title', message: 'First.' },
      { field: 'title', message: 'Second.' },
    ]),
    FIELDS,
  )
  expect(placed.fields).toEqual([{ field: 'title', message: 'First.' }])
})

test('an error that matches no field of the form is displayed above the form', () => {
  const placed = placeErrors(
    problem([
      { field: '', message: 'The form is too large.' },
      { field: 'isbn', message: 'Not known here.' },
    ]),
    FIELDS,
  )
  expect(placed).toEqual({ fields: [], rest: ['The form is too large.', 'isbn: Not known here.'] })
})

test('an API problem without field errors is displayed by its detail or its title', () => {
  expect(placeErrors(problem(undefined, { detail: 'The disk is full' }), FIELDS).rest).toEqual(['The disk is full.'])
  expect(placeErrors(problem(undefined), FIELDS).rest).toEqual(['Some fields are invalid.'])
})
