import { expect, test } from 'vitest'
import { RateFields } from './rate.ts'

const parse = (typed: string) => RateFields.shape.zwgPerUsd.safeParse(typed)

test.each([
  ['26.7431', '26.7431'],
  ['26,7431', '26.7431'],
  [' 26,5 ', '26.5'],
  ['26.743', '26.743'],
])('a rate typed as “%s” is read as %s', (typed, rate) => {
  expect(parse(typed).data).toBe(rate)
})

test.each(['26,743', '1,234.5', '26.7,4', '26,', '26,12345678'])('“%s” is refused as an exchange rate', (typed) => {
  expect(parse(typed).error?.issues.map(({ message }) => message)).toEqual([
    'Enter the rate as a number with at most six decimals, such as 26.7431.',
  ])
})

test('an exchange rate below one is refused, also with a decimal comma', () => {
  expect(parse('0,5').error?.issues[0]?.message).toMatch(/how many ZWG/)
})
