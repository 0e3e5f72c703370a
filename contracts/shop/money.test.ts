import { expect, test } from 'vitest'
import { Price } from './money.ts'

test.each([
  ['4.99', 4.99],
  ['4,99', 4.99],
  [' 4,5 ', 4.5],
  ['0', 0],
  ['0,50', 0.5],
  ['0.500', 0.5],
  ['1250', 1250],
  ['1,250.50', 1250.5],
  ['1.250,50', 1250.5],
  ['1 250,50', 1250.5],
  ['1\u00a0250.50', 1250.5],
  ["1'250.50", 1250.5],
  ['1,000,000', 1_000_000],
  ['4,999.9', 4999.9],
  ['-1,5', -1.5],
  ['$4.50', 4.5],
  ['US$ 1,250.50', 1250.5],
  ['4,50 USD', 4.5],
])('the price %j is read as %s', (text, price) => {
  expect(Price.parse(text)).toBe(price)
})

test.each(['1.250', '1,250', '999,999', '+2.500'])('the ambiguous price %j is refused', (text) => {
  expect(Price.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    `${text} can mean two prices. Enter it with two decimals or without a separator.`,
  ])
})

test.each(['', 'four', '4.99.', '4,9,9', '1.25.0', '1,25,000', '1,250,50', '4.999', '1e3', '1000001', '$', 'NaN'])(
  'the price %j is refused',
  (text) => {
    expect(Price.safeParse(text).success).toBe(false)
  },
)

test.each(['1000000.01', '1000000000', '99999999999999999999'])('the price %j is refused as too high', (text) => {
  expect(Price.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['Enter a price of at most $1,000,000.00.'])
})
