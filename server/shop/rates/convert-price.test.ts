import { describe, expect, test } from 'vitest'
import { scaledRate } from '#contracts/shop/rate.ts'
import fc from '#tests/support/property-testing.ts'
import { convertPrice, withMargin } from './convert-price.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })
const rates = fc.integer({ min: 1, max: 999_999_999_999 })
const holds = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, { numRuns: 2000 })

describe('prices converted to another currency', () => {
  test.each([
    [1000, '26.7431', 26743],
    [1, '0.5', 1],
    [1, '0.499999', 0],
    [3, '0.5', 2],
    [799, '26.7431', 21368],
    [0, '26.7431', 0],
    [999, '1', 999],
  ])('a price of %i cents at a rate of %s is %i cents', (price, rate, amount) => {
    expect(convertPrice(price, scaledRate(rate))).toBe(amount)
  })

  test('a converted price is the exact product rounded to the nearest cent, half up', () => {
    holds(
      fc.property(cents, rates, (price, rate) => {
        // The comparison is in millionths of a cent, so that no rounding is needed: amount − ½ ≤ exact < amount + ½.
        const exact = BigInt(price) * BigInt(rate)
        const amount = BigInt(convertPrice(price, rate)) * 1_000_000n
        expect(amount - exact <= 500_000n && exact - amount < 500_000n).toBe(true)
      }),
    )
  })

  test('a converted price never decreases when the price or the rate increases', () => {
    holds(
      fc.property(cents, cents, rates, rates, (price, more, rate, higher) => {
        expect(convertPrice(price + more, rate)).toBeGreaterThanOrEqual(convertPrice(price, rate))
        expect(convertPrice(price, rate + higher)).toBeGreaterThanOrEqual(convertPrice(price, rate))
      }),
    )
  })

  test('a price converted at a rate of one is unchanged', () => {
    holds(fc.property(cents, (price) => convertPrice(price, 1_000_000) === price))
  })

  test.each([
    [1.5, 1_000_000],
    [-1, 1_000_000],
    [1, 0.5],
    [Number.NaN, 1],
  ])('converting a price of %d at a rate of %d is refused', (price, rate) => {
    expect(() => convertPrice(price, rate)).toThrow(RangeError)
  })
})

describe('a margin', () => {
  test.each([
    ['26.7431', 0, '26.7431'],
    ['26.7431', 100, '27.010531'],
    ['0.000001', 2000, '0.000001'],
    ['999999.999999', 2000, '1199999.999999'],
  ])('a margin changes the rate %s by %i basis points to %s', (rate, margin, charged) => {
    expect(withMargin(scaledRate(rate), margin)).toBe(scaledRate(charged))
  })

  test('a margin of zero leaves the rate unchanged, and a higher margin never lowers the rate', () => {
    holds(
      fc.property(rates, fc.integer({ min: 0, max: 1999 }), (rate, margin) => {
        expect(withMargin(rate, 0)).toBe(rate)
        expect(withMargin(rate, margin + 1)).toBeGreaterThanOrEqual(withMargin(rate, margin))
      }),
    )
  })
})
