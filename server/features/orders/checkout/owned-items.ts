import type { Purchase } from '#contracts/purchase.ts'
import type { Ledger } from '#server/features/orders/ledger.ts'
import type { OrderRow, OrderStore, Product } from '#server/features/orders/orders.store.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'

export type Holdings = ReturnType<typeof createHoldings>

/** What browsers own, and how another one comes to hold what was bought with an e-mail address. */
export function createHoldings({
  orders,
  ledger,
  findReceipt,
  isThere,
  transact,
}: {
  orders: OrderStore
  ledger: Ledger
  findReceipt: (orderId: string) => Promise<{ number: number } | undefined>
  /** Whether the site still has the item */
  isThere: (product: Product) => Promise<boolean>
  transact: Transact
}) {
  async function toPurchase({ id, product, productId, title, createdAt }: OrderRow): Promise<Purchase> {
    const [receipt, obtainedAt, available] = await Promise.all([findReceipt(id), orders.obtainedAt(id), isThere({ product, productId })])
    return {
      orderId: id,
      product: { kind: product, id: productId, title },
      boughtAt: (obtainedAt ?? createdAt).toISOString(),
      receiptNumber: receipt?.number ?? null,
      available,
    }
  }

  return {
    /** Whether anything was obtained with the address. */
    isKnown: async (email: string): Promise<boolean> => (await orders.listObtained(email.toLowerCase())).length > 0,

    /** The browser holds from now on what was obtained with the address. Who the address belongs to was checked by the caller. */
    claim: async (email: string, clientId: string): Promise<void> => {
      for (const order of await orders.listObtained(email.toLowerCase())) {
        await transact(async (transaction) => {
          await orders.lockProduct(transaction, order)
          await orders.addHolder(transaction, order.id, digestClient(clientId))
          await ledger.settleOwnership(transaction, order, 'buyer')
        })
      }
    },

    /** What the browser owns now, the latest first, each item once. */
    list: async (clientId: string): Promise<Purchase[]> => {
      const clientDigest = digestClient(clientId)
      const owned: OrderRow[] = []
      for (const order of await orders.listHeld(clientDigest)) {
        const known = owned.some(({ product, productId }) => product === order.product && productId === order.productId)
        if (!known && (await orders.isOwned(orders.reader, clientDigest, order))) owned.push(order)
      }
      return Promise.all(owned.map(toPurchase))
    },
  }
}
