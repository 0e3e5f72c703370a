import { z } from 'zod'
import { CURRENCIES, formatPrice } from './price.ts'

export const Currency = z.enum(CURRENCIES)
export type Currency = z.infer<typeof Currency>

const HIGHEST_PRICE = 1_000_000

/** A price in dollars with at most two decimals; zero or less is free. Forms send it as text. */
export const Price = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^[+-]?\d{1,9}(\.\d{1,9})?$/, 'Enter a price as a number, such as 4.50.')
        .transform(Number),
    ],
    {
      error: (issue) =>
        issue.input === undefined || issue.input === '' ? 'Enter a price; 0 makes it free.' : 'Enter a price as a number, such as 4.50.',
    },
  )
  .refine((price) => Number.isFinite(price) && Math.abs(price) <= HIGHEST_PRICE, `Enter a price of at most ${formatPrice(HIGHEST_PRICE)}.`)
  .refine((price) => isWholeCents(price), 'Enter a price with at most two decimals.')

function isWholeCents(price: number) {
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6
}

/** Dollars to cents. Exact, since the price has at most two decimals. */
export function toMinor(price: number): number {
  return Math.round(price * 100)
}

export function fromMinor(priceMinor: number): number {
  return priceMinor / 100
}
