import { ne, type SQL } from 'drizzle-orm'
import type { Transact } from '#server/platform/database/database.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import type { AttemptStore } from './attempts.store.ts'
import { paymentAttempts } from './orders.schema.ts'
import type { OrderStore } from './orders.store.ts'
import type { PaymentStates } from './payment-states.ts'

/**
 * Condition for payments that count as sold. Test payments count only while the test gateway is the only gateway, because then the
 * whole shop is a trial. Beside a real gateway, and in production, they would appear as sales that never happened.
 */
export function countsAsSold(gateways: Pick<Gateway, 'name'>[]): SQL | undefined {
  const isTrialShop = gateways.length > 0 && gateways.every(({ name }) => name === 'sandbox')
  return isTrialShop ? undefined : ne(paymentAttempts.gateway, 'sandbox')
}

/** Recounts sales of products with test payments at startup: whether these count depends on settings that may have changed. */
export function createRecountSold(deps: { orders: OrderStore; attempts: AttemptStore; paymentStates: PaymentStates; transact: Transact }) {
  const { orders, attempts, paymentStates, transact } = deps
  return async (): Promise<void> => {
    for (const product of await attempts.listTestGatewayPurchases()) {
      await transact(async (transaction) => {
        await orders.lockProduct(transaction, product)
        await paymentStates.setSold(transaction, product)
      })
    }
  }
}
