import type { Currency } from '#contracts/price.ts'

/** A charged amount as people read it: `$4.50`, `ZWG 1,203.40`. */
export function formatAmount({ currency, minor }: { currency: Currency; minor: number }): string {
  const number = (minor / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return currency === 'USD' ? `$${number}` : `${currency} ${number}`
}
