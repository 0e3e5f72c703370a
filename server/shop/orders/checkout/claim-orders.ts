import type { Purchase } from '#contracts/shop/purchase.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import type { FindReceipt } from './create-order.ts'

/** Manages the purchases of browsers, and claims purchases by e-mail address for a browser. */
export function createOwnedItems({ orders, paymentStates, findReceipt, findProduct, transact }: OrderDeps & { findReceipt: FindReceipt }) {
  async function toPurchase(order: OrderRow, refundedAt?: Date): Promise<Purchase> {
    const { id, product, productId, title, createdAt } = order
    const [receipt, obtainedAt, item] = await Promise.all([findReceipt(id), orders.obtainedAt(id), findProduct(order)])
    return {
      orderId: id,
      product: { kind: product, id: productId, title },
      boughtAt: (obtainedAt ?? createdAt).toISOString(),
      receiptNumber: receipt?.number ?? null,
      available: item !== undefined && !refundedAt,
      refundedAt: refundedAt?.toISOString() ?? null,
    }
  }

  /** Makes the browser a holder of the order. */
  async function addHolder(order: OrderRow, clientId: string) {
    await transact(async (transaction) => {
      await orders.lockProduct(transaction, order)
      await orders.addHolder(transaction, order.id, digestClient(clientId))
      await paymentStates.settleOwnership(transaction, order, 'buyer')
    })
  }

  return {
    addHolder,

    /** Whether the e-mail address has a paid or granted order. */
    isKnown: async (email: string): Promise<boolean> => (await orders.listObtained(email.toLowerCase())).length > 0,

    /** Makes the browser a holder of all paid or granted orders of the e-mail address. The caller has verified the address. */
    claim: async (email: string, clientId: string): Promise<void> => {
      for (const order of await orders.listObtained(email.toLowerCase())) await addHolder(order, clientId)
    },

    isHolder: (clientId: string): Promise<boolean> => orders.isHolder(digestClient(clientId)),

    /** Makes a client id a holder of every order of a former id of the same browser, paid or not. */
    share: async (formerId: string, clientId: string): Promise<void> => {
      for (const order of await orders.listAllHeld(digestClient(formerId))) await addHolder(order, clientId)
    },

    /** Lists the other holders of orders that this client did not create but claimed by e-mail. */
    otherHolders: (clientDigest: string): Promise<string[]> => orders.listOtherHolders(clientDigest),

    /** Lists the paid or granted orders for a book that the client holds. */
    listBookOrders: (clientDigest: string, bookId: string): Promise<string[]> =>
      orders.listOwning(clientDigest, { product: 'book', productId: bookId }),

    /** Lists the items that the browser owns, or owned until they were refunded; the latest first, each item once. */
    list: async (clientId: string): Promise<Purchase[]> => {
      const clientDigest = digestClient(clientId)
      const purchases = new Map<string, Purchase>()
      for (const order of await orders.listHeld(clientDigest)) {
        const key = `${order.product} ${order.productId}`
        if (purchases.has(key)) continue
        if (await orders.isOwned(orders.reader, clientDigest, order)) purchases.set(key, await toPurchase(order))
        else {
          const refundedAt = await orders.returnedAt(order.id)
          if (refundedAt) purchases.set(key, await toPurchase(order, refundedAt))
        }
      }
      return [...purchases.values()]
    },
  }
}
