import { v7 as uuidv7 } from 'uuid'
import type { GrantForm } from '#contracts/shop/order-admin.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { conflict, notFound, ProblemError } from '#server/platform/problems.ts'
import { productNotFound } from '#server/product-directory.ts'
import { isOwnedBy } from '#server/shop/orders/copies/ownership.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { lockProduct } from '#server/shop/orders/orders.store.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'

/** Grants items to email addresses without a payment. */
export type ManualGrants = ReturnType<typeof createManualGrants>

export function createManualGrants(
  deps: OrderDeps & {
    record: RecordAction
    /** Queues the email with the link to the item */
    notify: ReceiptService['notify']
    /** The return URL of granted orders, which were not started from a page */
    siteUrl: string
  },
) {
  const { orders, copies, updateEntitlements, findProduct, transact, now, record, notify, siteUrl } = deps

  return {
    /** Stores an order without a payment, and queues its email. @throws ProblemError when the address already owns the item */
    grant: async ({ email: given, product, productId, reason }: GrantForm, by?: Actor): Promise<{ orderId: string }> => {
      const email = given.toLowerCase()
      const item = await findProduct({ product, productId })
      if (!item) throw productNotFound(product)
      const orderId = uuidv7()
      await transact(async (transaction) => {
        await lockProduct(transaction, { product, productId })
        if (await isOwnedBy(transaction, email, { product, productId })) throw alreadyOwned()
        await orders.insert(transaction, {
          id: orderId,
          clientDigest: null,
          product,
          productId,
          title: item.title,
          currency: 'USD',
          amountMinor: item.priceMinor,
          priceMinor: item.priceMinor,
          email,
          returnUrl: siteUrl,
          closedAt: now(),
        })
        await copies.grant(transaction, { orderId, product, productId, email, reason, grantedBy: by?.admin?.name ?? null })
        const changes = [
          { field: 'email', to: email },
          { field: 'reason', to: reason },
        ]
        await notify(transaction, { kind: 'granted', orderId, email })
        await record(transaction, { noun: 'order', verb: 'added', subject: { id: orderId, name: item.title }, changes, by })
      })
      return { orderId }
    },

    revoke: (orderId: string, reason: string, by?: Actor) =>
      transact(async (transaction) => {
        const order = await orders.find(orderId, transaction)
        if (!order) throw notFound('order')
        await lockProduct(transaction, order)
        if (!(await copies.revokeGrant(transaction, orderId)))
          throw conflict('No grant to revoke', 'The order has no manual grant, or it was already revoked.')
        await updateEntitlements(transaction, order, 'admin')
        const changes = [
          { field: 'grant', to: 'revoked' },
          { field: 'reason', to: reason },
        ]
        await record(transaction, { noun: 'order', verb: 'changed', subject: { id: orderId, name: order.title }, changes, by })
      }),
  }
}

export function alreadyOwned() {
  const message = 'This address already owns the item.'
  return new ProblemError(409, 'conflict', message, { errors: [{ field: 'email', message }] })
}
