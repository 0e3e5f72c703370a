import type { Transact } from '#server/platform/database/database.ts'
import type { AttemptStore } from './attempts.store.ts'
import type { Ledger } from './ledger.ts'
import type { OrderStore } from './orders.store.ts'

/** Counts anew what was ever paid for in the sandbox: whether that counts follows from the settings, which may have changed. */
export async function recountSold({
  orders,
  attempts,
  ledger,
  transact,
}: {
  orders: OrderStore
  attempts: AttemptStore
  ledger: Ledger
  transact: Transact
}): Promise<void> {
  for (const product of await attempts.listTriedOut()) {
    await transact(async (transaction) => {
      await orders.lockProduct(transaction, product)
      await ledger.setSold(transaction, product)
    })
  }
}
