import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage/local-storage.ts'

/** Notes that this browser has begun to pay the order. */
export function rememberPendingPayment(orderId: string): void {
  writeStorage(STORAGE_KEYS.paying, orderId)
}

/** Whether the order is the one that this browser began to pay, and nobody has been thanked for it yet. */
export function isPendingPayment(orderId: string): boolean {
  return readStorage(STORAGE_KEYS.paying) === orderId
}

export function forgetPendingPayment(): void {
  writeStorage(STORAGE_KEYS.paying, null)
}
