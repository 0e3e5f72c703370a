import { v7 as uuidv7 } from 'uuid'
import type { GrantForm } from '#contracts/order-admin.ts'
import type { FindItem } from '#server/features/orders/checkout/quotes.ts'
import type { Ledger } from '#server/features/orders/ledger.ts'
import type { OrderStore } from '#server/features/orders/orders.store.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { conflict, notFound } from '#server/platform/problems.ts'
import type { GrantStore } from './manual-grants.store.ts'

export type GrantService = ReturnType<typeof createGrantService>

/** Opens items by hand, for someone who paid in another way or gets them as a gift. */
export function createGrantService({
  orders,
  grants,
  ledger,
  findItem,
  transact,
  record,
  siteUrl,
}: {
  orders: OrderStore
  grants: GrantStore
  ledger: Ledger
  findItem: FindItem
  transact: Transact
  record: RecordAction
  /** Where an order leads back to that no page began */
  siteUrl: string
}) {
  return {
    /** An order of its own without a payment, found by its e-mail address like any that was paid. */
    grant: async ({ email, product, productId, reason }: GrantForm, by?: Actor): Promise<{ orderId: string }> => {
      const item = await findItem({ product, productId })
      if (!item) throw notFound(product === 'book' ? 'book' : 'episode')
      const orderId = uuidv7()
      const price = { currency: 'USD' as const, amountMinor: item.priceMinor, priceMinor: item.priceMinor }
      await transact(async (transaction) => {
        await orders.insert(transaction, {
          ...{ id: orderId, clientDigest: null, product, productId, title: item.title, returnUrl: siteUrl, closedAt: new Date() },
          ...price,
          email: email.toLowerCase(),
        })
        await grants.insert(transaction, { orderId, reason, by: by?.admin?.name ?? null })
        const changes = [
          { field: 'email', to: email.toLowerCase() },
          { field: 'reason', to: reason },
        ]
        await record(transaction, { noun: 'order', verb: 'added', subject: { id: orderId, name: item.title }, changes, by })
      })
      return { orderId }
    },

    revoke: (orderId: string, reason: string, by?: Actor): Promise<void> =>
      transact(async (transaction) => {
        const order = await orders.find(orderId, transaction)
        if (!order) throw notFound('order')
        await orders.lockProduct(transaction, order)
        if (!(await grants.revoke(transaction, orderId)))
          throw conflict('There is nothing to take back', 'This order was not granted by hand.')
        await ledger.settleOwnership(transaction, order, 'admin')
        const changes = [
          { field: 'grant', to: 'taken back' },
          { field: 'reason', to: reason },
        ]
        await record(transaction, { noun: 'order', verb: 'changed', subject: { id: orderId, name: order.title }, changes, by })
      }),
  }
}
