/*
 * Prices and currencies without their schemas, which are in money.ts: pages that only show a price carry no validation library.
 */

export const CURRENCIES = ['USD', 'ZWG'] as const
export type Currency = (typeof CURRENCIES)[number]
export const DEFAULT_CURRENCY: Currency = 'USD'

/** Whether an item costs nothing: its price is missing, zero or less. */
export function isFree(price: number | undefined | null): boolean {
  return price == null || price <= 0
}

/** "Free", or a dollar sign and two decimals. */
export function formatPrice(price: number | undefined | null): string {
  return isFree(price) ? 'Free' : `$${(price as number).toFixed(2)}`
}
