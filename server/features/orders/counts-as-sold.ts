import { ne, type SQL } from 'drizzle-orm'
import type { Transact } from '#server/platform/database/database.ts'
import type { Gateway } from '#server/platform/gateways/gateway.ts'
import type { AttemptStore } from './attempts.store.ts'
import type { Ledger } from './ledger.ts'
import { paymentAttempts } from './orders.schema.ts'
import type { OrderStore } from './orders.store.ts'

/**
 * The payments that count as sold. Those in the sandbox count only while it is the only gateway: then the whole shop is a trial.
 * Beside a real gateway, and in production, they would appear as sales that were never made.
 */
export function countsAsSold(gateways: Pick<Gateway, 'name'>[]): SQL | undefined {
  const isTrialShop = gateways.length > 0 && gateways.every(({ name }) => name === 'sandbox')
  return isTrialShop ? undefined : ne(paymentAttempts.gateway, 'sandbox')
}

/** Recounts the products with sandbox payments: whether these count depends on settings that may have changed. */
export function createRecountSold(deps: { orders: OrderStore; attempts: AttemptStore; ledger: Ledger; transact: Transact }) {
  const { orders, attempts, ledger, transact } = deps
  return async (): Promise<void> => {
    for (const product of await attempts.listSandboxPurchases()) {
      await transact(async (transaction) => {
        await orders.lockProduct(transaction, product)
        await ledger.setSold(transaction, product)
      })
    }
  }
}
