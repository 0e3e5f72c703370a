import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage/local-storage.ts'

/** Remembers that this browser started to pay the order. */
export function rememberPendingPayment(orderId: string): void {
  writeStorage(STORAGE_KEYS.paying, orderId)
}

/** Whether this browser started to pay the order, and has not been thanked for it yet. */
export function isPendingPayment(orderId: string): boolean {
  return readStorage(STORAGE_KEYS.paying) === orderId
}

export function forgetPendingPayment(): void {
  writeStorage(STORAGE_KEYS.paying, null)
}
