import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import { copyHolders, copies as copyTable } from '#server/shop/orders/copies/copies.schema.ts'
import { isObtained } from '#server/shop/orders/copies/copy-predicates.ts'
import { selectOwning } from '#server/shop/orders/copies/ownership.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { orders, orderViewers } from '#server/shop/orders/orders.schema.ts'
import { lockProduct, type OrderRow } from '#server/shop/orders/orders.store.ts'

/** Lets browsers see orders, and makes them holders of copies. */
export type OrderClaims = ReturnType<typeof createOrderClaims>

export function createOrderClaims({ orm, orders: store, copies, updateEntitlements, transact }: OrderDeps) {
  /** Changes the viewers and holders of an order. Does nothing if the address was corrected in the meantime, which ends former proofs. */
  async function admit(order: OrderRow, change: (transaction: Transaction, order: OrderRow) => Promise<void>) {
    await transact(async (transaction) => {
      await lockProduct(transaction, order)
      const current = await store.find(order.id, transaction)
      if (current?.linkVersion !== order.linkVersion) return
      await change(transaction, current)
      await updateEntitlements(transaction, current, 'buyer')
    })
  }

  /** Gives a browser access to an order and to the copies of its buyer. The caller has verified a link to the order or the address. */
  const open = (order: OrderRow, clientId: string) =>
    admit(order, async (transaction, { id: orderId, email }) => {
      const clientDigest = digestClient(clientId)
      await store.addViewer(transaction, orderId, clientDigest)
      if (email !== null) await copies.addHolder(transaction, { orderId, email, clientDigest })
    })

  return {
    open,

    /** Returns whether the email address has a copy that was paid, or granted and not revoked. */
    isKnown: async (email: string): Promise<boolean> => (await listObtained(orm, email.toLowerCase())).length > 0,

    /** Makes the browser a holder of all copies of an email address, and a viewer of its orders. The caller has verified the address. */
    claim: async (given: string, clientId: string) => {
      const [email, clientDigest] = [given.toLowerCase(), digestClient(clientId)]
      for (const order of await listObtained(orm, email)) {
        if (order.email === email) await open(order, clientId)
        else await admit(order, (transaction, { id: orderId }) => copies.addHolder(transaction, { orderId, email, clientDigest }))
      }
    },

    /** Returns whether a browser may see any order or holds any copy. */
    isKnownClient: async (clientId: string): Promise<boolean> => {
      const clientDigest = digestClient(clientId)
      if ((await orm.$count(orderViewers, eq(orderViewers.clientDigest, clientDigest))) > 0) return true
      return (await orm.$count(copyHolders, eq(copyHolders.clientDigest, clientDigest))) > 0
    },

    /** Gives a client id everything that a former id of the same browser may see or holds. */
    share: async (formerId: string, clientId: string) => {
      const [former, clientDigest] = [digestClient(formerId), digestClient(clientId)]
      const viewed = orm.select({ id: orderViewers.orderId }).from(orderViewers).where(eq(orderViewers.clientDigest, former))
      const held = orm
        .select({ id: copyTable.orderId })
        .from(copyTable)
        .innerJoin(copyHolders, eq(copyHolders.copyId, copyTable.id))
        .where(eq(copyHolders.clientDigest, former))
      const shared = or(inArray(orders.id, viewed), inArray(orders.id, held))
      for (const order of await orm.select().from(orders).where(shared).orderBy(orders.id))
        await admit(order, async (transaction, { id: orderId }) => {
          await store.shareViewer(transaction, { orderId, former, clientDigest })
          await copies.shareHolder(transaction, { orderId, former, clientDigest })
        })
    },

    /**
     * Lists the other holders of copies that the client claimed. Copies of orders created by the client are excluded, because a stranger
     * may hold them if the buyer mistyped the email address.
     */
    otherHolders: async (clientDigest: string): Promise<string[]> => {
      const other = alias(copyHolders, 'other_holder')
      const rows = await orm
        .selectDistinct({ clientDigest: other.clientDigest })
        .from(copyHolders)
        .innerJoin(copyTable, eq(copyTable.id, copyHolders.copyId))
        .innerJoin(orders, and(eq(orders.id, copyTable.orderId), sql`${orders.clientDigest} is distinct from ${clientDigest}`))
        .innerJoin(other, and(eq(other.copyId, copyHolders.copyId), ne(other.clientDigest, clientDigest)))
        .where(eq(copyHolders.clientDigest, clientDigest))
      return rows.map((row) => row.clientDigest)
    },

    /** Lists the orders of the copies of a book that the client holds. */
    listBookOrders: async (clientDigest: string, bookId: string): Promise<string[]> =>
      (await selectOwning(orm, clientDigest, { product: 'book', productId: bookId })).map(({ id }) => id),
  }
}

/** Lists the orders with copies of an email address (in lower case) that were ever paid or are granted. */
export function listObtained(orm: Orm, email: string): Promise<OrderRow[]> {
  const obtained = orm
    .select({ id: copyTable.orderId })
    .from(copyTable)
    .where(and(eq(copyTable.email, email), isObtained))
  return orm.select().from(orders).where(inArray(orders.id, obtained)).orderBy(orders.id)
}
