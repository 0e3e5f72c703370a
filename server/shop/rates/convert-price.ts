import { RATE_SCALE } from '#contracts/shop/payment.ts'

const SCALE = BigInt(RATE_SCALE)
const BASIS_POINTS = 10_000n

/**
 * Converts US cents to cents of another currency, rounded half up in a single step.
 * @param scaledRate millionths of the other currency for one dollar
 * @throws RangeError for fractions and negative numbers
 */
export function convertPrice(priceMinor: number, scaledRate: number): number {
  return Number(divideHalfUp(whole(priceMinor) * whole(scaledRate), SCALE))
}

/** Adds a margin in basis points (hundredths of a percent) to a rate, rounded to the millionth. */
export function withMargin(scaledRate: number, marginBasisPoints: number): number {
  return Number(divideHalfUp(whole(scaledRate) * (BASIS_POINTS + whole(marginBasisPoints)), BASIS_POINTS))
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}

function whole(value: number): bigint {
  if (value < 0) throw new RangeError('Amounts and rates must not be negative')
  return BigInt(value)
}
