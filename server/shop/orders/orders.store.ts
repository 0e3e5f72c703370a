import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AppliedRate } from '#contracts/shop/order.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import { rateText } from '#contracts/shop/rate.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { isFor, isGranted } from './order-predicates.ts'
import { orders, orderViewers } from './orders.schema.ts'

export type OrderRow = Omit<typeof orders.$inferSelect, 'searchName' | 'searchText'>
type NewOrder = Omit<typeof orders.$inferInsert, 'searchName' | 'searchText'>

/** Stores orders and the browsers that may see them. */
export type OrderStore = ReturnType<typeof createOrderStore>

/** An order of a former client id, and the digest of the client id that replaces it. */
export type SharedOrder = { orderId: string; former: string; clientDigest: string }

export function createOrderStore(orm: Orm) {
  const store = {
    find: async (id: string, reader: Reader = orm): Promise<OrderRow | undefined> =>
      (await reader.select().from(orders).where(eq(orders.id, id)))[0],

    /** Finds an order if the client has access to it. */
    findViewable: async (id: string, clientDigest: string): Promise<OrderRow | undefined> => {
      const [row] = await orm
        .select({ order: orders })
        .from(orders)
        .innerJoin(orderViewers, eq(orderViewers.orderId, orders.id))
        .where(and(eq(orders.id, id), eq(orderViewers.clientDigest, clientDigest)))
      return row?.order
    },

    /** Finds the client's open order for a product in a currency. A unique index ensures that there is at most one. */
    findCurrent: async (clientDigest: string, product: ProductRef, currency: Currency, reader: Reader = orm) => {
      const current = and(eq(orders.clientDigest, clientDigest), isFor(product), eq(orders.currency, currency), isNull(orders.closedAt))
      return (await reader.select().from(orders).where(current))[0]
    },

    isGranted: async (id: string): Promise<boolean> => (await orm.$count(orders, and(eq(orders.id, id), isGranted()))) > 0,

    insert: async (transaction: Transaction, order: NewOrder) => {
      await transaction.insert(orders).values(order)
    },

    /** Updates an order. The quote of an order is immutable. */
    update: async (
      connection: Pick<Orm, 'update'>,
      id: string,
      changes: { email?: string; linkVersion?: number; returnUrl?: string; closedAt?: Date },
    ) => {
      await connection.update(orders).set(changes).where(eq(orders.id, id))
    },

    /** Lets a browser see and pay an order. */
    addViewer: async (transaction: Transaction, orderId: string, clientDigest: string) => {
      await transaction.insert(orderViewers).values({ orderId, clientDigest }).onConflictDoNothing()
    },

    /** Lets a client id see an order that a former id of the same browser may see. */
    shareViewer: async (transaction: Transaction, { orderId, former, clientDigest }: SharedOrder) => {
      const isFormer = and(eq(orderViewers.orderId, orderId), eq(orderViewers.clientDigest, former))
      if ((await transaction.$count(orderViewers, isFormer)) > 0) await store.addViewer(transaction, orderId, clientDigest)
    },
  }
  return store
}

/**
 * Locks a product until the transaction ends. The lock serializes sales and grants, so that two payments of a buyer see each other, and
 * must be acquired before any row lock.
 */
export async function lockProduct(transaction: Transaction, { product, productId }: ProductRef): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.product}, hashtext(${`${product} ${productId}`}))`)
}

/**
 * Locks the orders of a browser for a product until the transaction ends: a new order waits for another one of its browser, and not for other
 * buyers of the product. It is acquired before the lock of the product.
 */
export async function lockBuyer(transaction: Transaction, clientDigest: string, { product, productId }: ProductRef): Promise<void> {
  const key = `${product} ${productId} ${clientDigest}`
  await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.buyer}, hashtext(${key}))`)
}

/** Returns the text that is signed in links to an order. */
export function linkSubject({ id, linkVersion }: Pick<OrderRow, 'id' | 'linkVersion'>): string {
  return linkVersion === 0 ? id : `${id} ${linkVersion}`
}

/** Returns the exchange rate applied to an order; null for dollars. */
export function appliedRate({ rateScaled, rateAsOf, rateSource }: OrderRow): AppliedRate | null {
  if (rateScaled === null || rateAsOf === null) return null
  return { zwgPerUsd: rateText(rateScaled), asOf: rateAsOf.toISOString(), source: rateSource ?? '' }
}
