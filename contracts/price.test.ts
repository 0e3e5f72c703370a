import { expect, test } from 'vitest'
import { formatPrice } from './price.ts'

test.each([undefined, null, 0, -0.01, -5])('a price that is missing, zero or less is Free', (price) => {
  expect(formatPrice(price)).toBe('Free')
})

test.each([
  [0.01, '$0.01'],
  [4.5, '$4.50'],
  [12, '$12.00'],
  [1234.56, '$1234.56'],
])('a price has a dollar sign and two decimals', (price, text) => {
  expect(formatPrice(price)).toBe(text)
})
