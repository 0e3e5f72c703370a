/* Prices and currencies. Their schemas are in money.ts, so that pages which only display prices do not load the validation library. */

type CurrencyRow = {
  name: string
  /** Text before an amount */
  sign: string
  decimals: number
  /** Set if prices, which are in US dollars, are converted with the exchange rate */
  converted?: true
}

const ROWS = {
  USD: { name: 'US dollars', sign: '$', decimals: 2 },
  ZWG: { name: 'ZWG', sign: 'ZWG ', decimals: 2, converted: true },
} as const satisfies Record<string, CurrencyRow>

export type Currency = keyof typeof ROWS
export const CURRENCIES = Object.keys(ROWS) as Currency[]
/** Names of currencies, as readers see them */
export type CurrencyNames = Record<Currency, string>
/** Currencies in which the shop can accept payments. */
export const CURRENCY_ROWS: Record<Currency, CurrencyRow> = ROWS
export const DEFAULT_CURRENCY: Currency = 'USD'

/** Returns the names of currencies as the owner set them. */
export function currencyNames({ currencyName }: { currencyName: string }): CurrencyNames {
  return { USD: 'USD', ZWG: currencyName }
}

/** Returns the currencies in which the shop accepts payments, if the owner offers conversion or not. */
export function acceptedCurrencies({ conversion }: { conversion: 'offered' | 'off' }): Currency[] {
  return CURRENCIES.filter((currency) => conversion === 'offered' || !CURRENCY_ROWS[currency].converted)
}

/** Returns whether an item is free: its price is missing, zero or negative. */
export function isFree(price: number | undefined | null): boolean {
  return price == null || price <= 0
}

/**
 * Formats an amount for display: `$4.50`, `$1,203.40`, `ZWG 1,203.40`, `−$4.50`. Buyers see the owner's names of currencies, administrators
 * the codes.
 */
export function formatAmount({ currency, minor }: { currency: Currency; minor: number }, names?: CurrencyNames): string {
  const { converted, decimals, ...row } = CURRENCY_ROWS[currency]
  const sign = names && converted ? `${names[currency]} ` : row.sign
  return (minor < 0 ? '−' : '') + sign + (Math.abs(minor) / 10 ** decimals).toLocaleString('en', { minimumFractionDigits: decimals })
}

/** Returns "Free", or the amount in dollars. */
export function formatPrice(price: number | undefined | null): string {
  return isFree(price) ? 'Free' : formatAmount({ currency: 'USD', minor: Math.round((price as number) * 100) })
}
