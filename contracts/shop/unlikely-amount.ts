const LARGE_FACTOR = 10

/** Price from which a new price is asked about, in dollars, since no earlier price can be compared with it. */
export const HIGH_PRICE = 100

/** Returns whether an amount that a person typed differs so much from the expected one that its decimal point may be missing or misplaced. */
export function isUnlikelyAmount(expected: number, amount: number): boolean {
  return amount >= expected * LARGE_FACTOR || amount * LARGE_FACTOR <= expected
}
