import { z } from 'zod'
import { cleanPasted } from '#contracts/common/pasted-code.ts'
import { CURRENCIES, formatPrice } from './price.ts'

export const Currency = z.enum(CURRENCIES)
export type Currency = z.infer<typeof Currency>

const HIGHEST_PRICE = 1_000_000
const NOT_A_NUMBER = 'Enter a price as a number, such as 4.50.'

/** Amount without thousands separators, optionally with a decimal point or comma. */
const PLAIN = /^[+-]?\d{1,40}(?:[.,]\d{1,9})?$/
/** Amount with thousands separators: 1,250.50, 1.250,50, 1 250.50 */
const GROUPED = /^[+-]?\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3}){0,2}(?:(?!\1)[.,]\d{1,9})?$/
/** Ambiguous amount such as 1.250, which may mean 1250 or 1.25. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** Parses an amount with a decimal point or comma. Returns undefined if the text is not a number. */
function readAmount(amount: string): number | undefined {
  if (PLAIN.test(amount)) return Number(amount.replace(',', '.'))
  const [grouped, separator] = GROUPED.exec(amount) ?? []
  return grouped && separator ? Number(grouped.replaceAll(separator, '').replace(',', '.')) : undefined
}

/** Maximum length of a typed amount. A longer text is refused before it is parsed. */
const MAX_TYPED = 100

const withoutDollar = (text: string) =>
  text.length > MAX_TYPED ? text : cleanPasted(text).replaceAll(/^(US\$|USD|\$)\s*|\s*(US\$|USD|\$)$/gi, '')

function describeMistake(input: unknown): string {
  if (input === undefined || input === '') return 'Enter a price; 0 makes it free.'
  const text = typeof input === 'string' ? withoutDollar(input) : ''
  return AMBIGUOUS.test(text) ? `${text} can mean two prices. Enter it with two decimals or without a separator.` : NOT_A_NUMBER
}

/** Returns a schema for an amount given as a number or as text. Ambiguous text is refused. */
const typedAmount = (prepare = cleanPasted) =>
  [
    z.number(),
    z
      .string()
      .max(MAX_TYPED)
      .trim()
      .overwrite(prepare)
      .refine((text) => !AMBIGUOUS.test(text) && readAmount(text) !== undefined)
      .transform((text) => readAmount(text) as number),
  ] as const
const TYPED = typedAmount()

/** A price in dollars with at most two decimals; zero or less is free. Forms send it as text, with a point or a comma, and perhaps with the currency. */
export const Price = z
  .union(typedAmount(withoutDollar), { error: ({ input }) => describeMistake(input) })
  .refine((price) => Number.isFinite(price) && Math.abs(price) <= HIGHEST_PRICE, `Enter a price of at most ${formatPrice(HIGHEST_PRICE)}.`)
  .refine((price) => isWholeCents(price), 'Enter a price with at most two decimals.')

const HIGHEST_AMOUNT = 100_000_000

/** Received amount in units of its currency (not cents), with at most two decimals. */
export const PositiveAmount = z
  .union(TYPED, 'Enter an amount such as 4.50.')
  .refine((amount) => amount > 0, 'Enter an amount above zero.')
  .refine((amount) => amount <= HIGHEST_AMOUNT, `Enter an amount of at most ${HIGHEST_AMOUNT.toLocaleString('en')}.`)
  .refine((amount) => isWholeCents(amount), 'Enter an amount with at most two decimals.')

const NO_AMOUNT = 'Enter an amount such as 4.50, or leave it empty.'

/** A positive amount with at most two decimals; undefined when the form field is empty. */
export const OptionalAmount = z
  .union([z.literal('').transform(() => undefined), ...TYPED], NO_AMOUNT)
  .refine((amount) => amount === undefined || (amount > 0 && isWholeCents(amount)), NO_AMOUNT)
  .optional()

function isWholeCents(price: number) {
  return Math.abs(price * 100 - Math.round(price * 100)) < 1e-6
}

/** Converts dollars to cents. The result is exact because prices have at most two decimals. */
export function toMinor(price: number): number {
  return Math.round(price * 100)
}

export function fromMinor(priceMinor: number): number {
  return priceMinor / 100
}
