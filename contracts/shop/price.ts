/* Prices and currencies. Their schemas are in money.ts, so that pages which only display prices do not load the validation library. */

export const CURRENCIES = ['USD', 'ZWG'] as const
export type Currency = (typeof CURRENCIES)[number]
export const DEFAULT_CURRENCY: Currency = 'USD'

/** Returns whether an item is free: its price is missing, zero or negative. */
export function isFree(price: number | undefined | null): boolean {
  return price == null || price <= 0
}

/** USD and ZWG both have two decimals. */
const DECIMALS = new Intl.NumberFormat('en', { minimumFractionDigits: 2 })

/** Formats an amount for display: `$4.50`, `$1,203.40`, `ZWG 1,203.40`, `−$4.50`. */
export function formatAmount({ currency, minor }: { currency: Currency; minor: number }): string {
  return (minor < 0 ? '−' : '') + (currency === 'USD' ? '$' : `${currency} `) + DECIMALS.format(Math.abs(minor) / 100)
}

/** Returns "Free", or the amount in dollars. */
export function formatPrice(price: number | undefined | null): string {
  return isFree(price) ? 'Free' : formatAmount({ currency: 'USD', minor: Math.round((price as number) * 100) })
}
