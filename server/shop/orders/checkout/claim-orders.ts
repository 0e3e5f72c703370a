import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Orm } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { isGranted, wasPaid } from '#server/shop/orders/order-predicates.ts'
import { orderHolders, orders } from '#server/shop/orders/orders.schema.ts'
import { lockProduct, type OrderRow } from '#server/shop/orders/orders.store.ts'
import { selectOwning } from '#server/shop/orders/ownership.ts'

/** Makes browsers holders of orders. */
export type OrderClaims = {
  /** Makes the browser a holder of the order. */
  addHolder: (order: OrderRow, clientId: string) => Promise<void>
  /** Whether the email address has a paid or granted order. */
  isKnown: (email: string) => Promise<boolean>
  /** Makes the browser a holder of all paid or granted orders of the email address. The caller has verified the address. */
  claim: (email: string, clientId: string) => Promise<void>
  isHolder: (clientId: string) => Promise<boolean>
  /** Makes a client id a holder of every order of a former id of the same browser, paid or not. */
  share: (formerId: string, clientId: string) => Promise<void>
  /**
   * Lists the other holders of orders that the client claimed. Orders that the client created itself are excluded: a stranger holds
   * them too if the buyer mistyped the email address.
   */
  otherHolders: (clientDigest: string) => Promise<string[]>
  /** Lists the paid or granted orders for a book that the client holds. */
  listBookOrders: (clientDigest: string, bookId: string) => Promise<string[]>
}

export function createOrderClaims({ orm, orders: store, updateEntitlements, transact }: OrderDeps): OrderClaims {
  async function addHolder(order: OrderRow, clientId: string) {
    await transact(async (transaction) => {
      await lockProduct(transaction, order)
      await store.addHolder(transaction, order.id, digestClient(clientId))
      await updateEntitlements(transaction, order, 'buyer')
    })
  }

  return {
    addHolder,

    isKnown: async (email) => (await listObtained(orm, email.toLowerCase())).length > 0,

    claim: async (email, clientId) => {
      for (const order of await listObtained(orm, email.toLowerCase())) await addHolder(order, clientId)
    },

    isHolder: async (clientId) => (await orm.$count(orderHolders, eq(orderHolders.clientDigest, digestClient(clientId)))) > 0,

    share: async (formerId, clientId) => {
      const isFormer = eq(orderHolders.clientDigest, digestClient(formerId))
      const held = orm.select({ id: orderHolders.orderId }).from(orderHolders).where(isFormer)
      for (const order of await orm.select().from(orders).where(inArray(orders.id, held)).orderBy(orders.id))
        await addHolder(order, clientId)
    },

    otherHolders: async (clientDigest) => {
      const other = alias(orderHolders, 'other_holder')
      const rows = await orm
        .selectDistinct({ clientDigest: other.clientDigest })
        .from(orderHolders)
        .innerJoin(orders, and(eq(orders.id, orderHolders.orderId), sql`${orders.clientDigest} is distinct from ${clientDigest}`))
        .innerJoin(other, and(eq(other.orderId, orders.id), ne(other.clientDigest, clientDigest)))
        .where(eq(orderHolders.clientDigest, clientDigest))
      return rows.map((row) => row.clientDigest)
    },

    listBookOrders: async (clientDigest, bookId) =>
      (await selectOwning(orm, clientDigest, { product: 'book', productId: bookId })).map(({ id }) => id),
  }
}

/** Lists the orders with an email address (in lower case) that were ever paid or are granted. */
export function listObtained(orm: Orm, email: string): Promise<OrderRow[]> {
  return orm
    .select()
    .from(orders)
    .where(and(eq(orders.email, email), or(wasPaid(), isGranted())))
    .orderBy(orders.id)
}
