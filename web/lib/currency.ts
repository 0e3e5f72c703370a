import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from '#contracts/shop/price.ts'
import { createStoredValue } from './storage/local-storage.ts'

const { read, write, useValue } = createStoredValue('currency')

/** The currency in which this visitor chose to pay. */
export const readCurrency = () => currencyOf(read())

/** Returns whether the currency could be stored. */
export const writeCurrency: (currency: Currency) => boolean = write

/** The stored currency, in sync with other tabs. The server renders the default. */
export const useCurrency = () => currencyOf(useValue())

function currencyOf(stored: string | null): Currency {
  return CURRENCIES.find((code) => code === stored) ?? DEFAULT_CURRENCY
}
