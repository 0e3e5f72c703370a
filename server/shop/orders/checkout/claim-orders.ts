import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { isGranted, wasPaid } from '#server/shop/orders/order-predicates.ts'
import { orderHolders, orders } from '#server/shop/orders/orders.schema.ts'
import { lockProduct, type OrderRow } from '#server/shop/orders/orders.store.ts'
import { selectOwning } from '#server/shop/orders/ownership.ts'

/** Gives browsers access to orders, as holders. */
export type OrderClaims = ReturnType<typeof createOrderClaims>

export function createOrderClaims({ orm, orders: store, updateEntitlements, transact }: OrderDeps) {
  /** Adds the browser to the holders of the order, which have access to it. */
  async function addHolder(order: OrderRow, clientId: string) {
    await transact(async (transaction) => {
      await lockProduct(transaction, order)
      await store.addHolder(transaction, order.id, digestClient(clientId))
      await updateEntitlements(transaction, order, 'buyer')
    })
  }

  return {
    addHolder,

    /** Returns whether the email address has a paid or granted order. */
    isKnown: async (email: string): Promise<boolean> => (await listObtained(orm, email.toLowerCase())).length > 0,

    /** Makes the browser a holder of all paid or granted orders of an email address. The caller has verified the address. */
    claim: async (email: string, clientId: string) => {
      for (const order of await listObtained(orm, email.toLowerCase())) await addHolder(order, clientId)
    },

    isHolder: async (clientId: string) => (await orm.$count(orderHolders, eq(orderHolders.clientDigest, digestClient(clientId)))) > 0,

    /** Makes a client id a holder of every order, paid or not, of a former id of the same browser. */
    share: async (formerId: string, clientId: string) => {
      const isFormer = eq(orderHolders.clientDigest, digestClient(formerId))
      const held = orm.select({ id: orderHolders.orderId }).from(orderHolders).where(isFormer)
      for (const order of await orm.select().from(orders).where(inArray(orders.id, held)).orderBy(orders.id))
        await addHolder(order, clientId)
    },

    /**
     * Lists the other holders of orders that the client claimed. Orders created by the client are excluded, because a stranger may hold
     * them if the buyer mistyped the email address.
     */
    otherHolders: async (clientDigest: string): Promise<string[]> => {
      const other = alias(orderHolders, 'other_holder')
      const rows = await orm
        .selectDistinct({ clientDigest: other.clientDigest })
        .from(orderHolders)
        .innerJoin(orders, and(eq(orders.id, orderHolders.orderId), sql`${orders.clientDigest} is distinct from ${clientDigest}`))
        .innerJoin(other, and(eq(other.orderId, orders.id), ne(other.clientDigest, clientDigest)))
        .where(eq(orderHolders.clientDigest, clientDigest))
      return rows.map((row) => row.clientDigest)
    },

    /** Lists the paid or granted orders for a book that the client holds. */
    listBookOrders: async (clientDigest: string, bookId: string): Promise<string[]> =>
      (await selectOwning(orm, clientDigest, { product: 'book', productId: bookId })).map(({ id }) => id),
  }
}

/** Lists the orders of an email address (in lower case) that were ever paid or are granted. */
export function listObtained(orm: Orm, email: string): Promise<OrderRow[]> {
  return orm
    .select()
    .from(orders)
    .where(and(eq(orders.email, email), or(wasPaid(), isGranted())))
    .orderBy(orders.id)
}
