import { expect, test } from 'vitest'
import { formatAmount, formatPrice } from './price.ts'

test.each([undefined, null, 0, -0.01, -5])('a price that is missing, zero or less is Free', (price) => {
  expect(formatPrice(price)).toBe('Free')
})

test.each([
  [0.01, '$0.01'],
  [4.5, '$4.50'],
  [12, '$12.00'],
  [1234.56, '$1,234.56'],
  [1_000_000, '$1,000,000.00'],
])('a price has a dollar sign and two decimals', (price, text) => {
  expect(formatPrice(price)).toBe(text)
})

test('a charged amount is formatted like a price, in every currency', () => {
  expect(formatAmount({ currency: 'USD', minor: 123_456 })).toBe(formatPrice(1234.56))
  expect(formatAmount({ currency: 'ZWG', minor: 12_034_395 })).toBe('ZWG 120,343.95')
  expect(formatAmount({ currency: 'USD', minor: 0 })).toBe('$0.00')
  expect(formatAmount({ currency: 'ZWG', minor: -450 })).toBe('−ZWG 4.50')
})

test('a charged amount has the owner’s name of its currency for buyers, and dollars stay dollars', () => {
  const names = { USD: 'USD', ZWG: 'ZiG' }
  expect(formatAmount({ currency: 'ZWG', minor: 12_034_395 }, names)).toBe('ZiG 120,343.95')
  expect(formatAmount({ currency: 'USD', minor: 450 }, names)).toBe('$4.50')
})
