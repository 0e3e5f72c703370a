import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from '#contracts/shop/price.ts'
import { createStoredValue } from './storage/local-storage.ts'

const { read, write, useValue } = createStoredValue('currency')

/** Returns the currency in which the visitor chose to pay. */
export const readCurrency = () => currencyOf(read())

/** Stores the currency. Returns whether the currency could be stored. */
export const writeCurrency: (currency: Currency) => boolean = write

/** Returns the stored currency, synchronized with other tabs. The server renders the default currency. */
export const useCurrency = () => currencyOf(useValue())

function currencyOf(stored: string | null): Currency {
  return CURRENCIES.find((code) => code === stored) ?? DEFAULT_CURRENCY
}
