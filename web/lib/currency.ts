import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from '#contracts/price.ts'
import { STORAGE_KEYS } from './storage/local-storage.ts'
import { createStoredValue } from './storage/stored-value.ts'

const { read, write, useValue } = createStoredValue(STORAGE_KEYS.currency)

/** The currency that this visitor wishes to pay in. */
export const readCurrency = () => currencyOf(read())

/** Answers whether it is kept beyond this visit. */
export const writeCurrency: (currency: Currency) => boolean = write

/** The stored currency, kept in step with other tabs. The server, which stores nothing of visitors, renders the default. */
export const useCurrency = () => currencyOf(useValue())

function currencyOf(stored: string | null): Currency {
  return CURRENCIES.find((code) => code === stored) ?? DEFAULT_CURRENCY
}
