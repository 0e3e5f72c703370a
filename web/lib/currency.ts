import { useSyncExternalStore } from 'react'
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from '#contracts/price.ts'
import { readStorage, STORAGE_KEYS, writeStorage } from './storage.ts'

const listeners = new Set<() => void>()

/** The currency that this visitor wishes to pay in. */
export function readCurrency(): Currency {
  const stored = readStorage(STORAGE_KEYS.currency)
  return CURRENCIES.find((code) => code === stored) ?? DEFAULT_CURRENCY
}

export function writeCurrency(currency: Currency): void {
  writeStorage(STORAGE_KEYS.currency, currency)
  for (const listener of listeners) listener()
}

/** The stored currency, kept in step with other tabs. The server, which stores nothing of visitors, renders the default. */
export function useCurrency(): Currency {
  return useSyncExternalStore(subscribe, readCurrency, () => DEFAULT_CURRENCY)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
