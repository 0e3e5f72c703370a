import { and, desc, eq, gte, inArray, isNotNull, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AppliedRate } from '#contracts/shop/order.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import { rateText } from '#contracts/shop/rate.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { RETURNED } from './attempt-states.ts'
import { isGranted, isPaid, wasPaid } from './order-predicates.ts'
import { attemptEvents, orderGrants, orderHolders, orders, paymentAttempts, refundsDue } from './orders.schema.ts'

export type OrderRow = Omit<typeof orders.$inferSelect, 'searchName' | 'searchText'>
export type NewOrder = Omit<typeof orders.$inferInsert, 'searchName' | 'searchText'>
type Payment = ProductRef & { id: string; clientDigest: string }
export type OrderStore = ReturnType<typeof createOrderStore>

/** A transaction or the pool */
type Reader = Pick<Orm, 'select'>

export function createOrderStore(orm: Orm) {
  /** Condition for orders that were ever paid, or are granted. */
  const wasObtained = or(wasPaid(), isGranted())

  /** Selects the paid or granted orders for the product that the client holds. `counting` restricts which payments count. */
  function selectOwning(reader: Reader, clientDigest: string, { product, productId }: ProductRef, counting?: SQL) {
    return reader
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(orderHolders, eq(orderHolders.orderId, orders.id))
      .where(
        and(
          eq(orderHolders.clientDigest, clientDigest),
          eq(orders.product, product),
          eq(orders.productId, productId),
          or(isPaid(counting), isGranted()),
        ),
      )
  }

  const owns = async (...owning: Parameters<typeof selectOwning>): Promise<boolean> => (await selectOwning(...owning).limit(1)).length > 0

  return {
    /** The pool, for reads and writes outside a transaction */
    reader: orm,

    /**
     * Serializes sales and grants of a product until the transaction ends, so that two payments of one buyer see each other. This lock
     * must be taken before any row lock.
     */
    lockProduct: async (transaction: Transaction, { product, productId }: ProductRef): Promise<void> => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.product}, hashtext(${`${product} ${productId}`}))`)
    },

    find: async (id: string, reader: Reader = orm): Promise<OrderRow | undefined> =>
      (await reader.select().from(orders).where(eq(orders.id, id)))[0],

    /** Finds the order if the client holds it. */
    findHeld: async (id: string, clientDigest: string): Promise<OrderRow | undefined> => {
      const [row] = await orm
        .select({ order: orders })
        .from(orders)
        .innerJoin(orderHolders, eq(orderHolders.orderId, orders.id))
        .where(and(eq(orders.id, id), eq(orderHolders.clientDigest, clientDigest)))
      return row?.order
    },

    /** Finds the client's unclosed order for the product in a currency. A unique index allows only one. */
    findCurrent: async (
      clientDigest: string,
      { product, productId }: ProductRef,
      currency: Currency,
      reader: Reader = orm,
    ): Promise<OrderRow | undefined> => {
      const [row] = await reader
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.clientDigest, clientDigest),
            eq(orders.product, product),
            eq(orders.productId, productId),
            eq(orders.currency, currency),
            isNull(orders.closedAt),
          ),
        )
      return row
    },

    insert: async (transaction: Transaction, order: NewOrder): Promise<void> => {
      await transaction.insert(orders).values(order)
    },

    /** Updates an order, except for its quote, which never changes. */
    update: async (
      connection: Pick<Orm, 'update'>,
      id: string,
      changes: { email?: string; returnUrl?: string; closedAt?: Date },
    ): Promise<void> => {
      await connection.update(orders).set(changes).where(eq(orders.id, id))
    },

    /** Reads the order and protects it from removal until the transaction ends. */
    keep: async (transaction: Transaction, id: string): Promise<OrderRow | undefined> =>
      (await transaction.select().from(orders).where(eq(orders.id, id)).for('key share'))[0],

    addHolder: async (transaction: Transaction, orderId: string, clientDigest: string): Promise<void> => {
      await transaction.insert(orderHolders).values({ orderId, clientDigest }).onConflictDoNothing()
    },

    holdersOf: async (transaction: Transaction, orderId: string): Promise<string[]> => {
      const rows = await transaction.select().from(orderHolders).where(eq(orderHolders.orderId, orderId))
      return rows.map((row) => row.clientDigest)
    },

    /**
     * Lists the other holders of orders that the client claimed. Orders that the client created itself are excluded: a stranger holds
     * them too if the buyer mistyped the e-mail address.
     */
    listOtherHolders: async (clientDigest: string): Promise<string[]> => {
      const other = alias(orderHolders, 'other_holder')
      const rows = await orm
        .selectDistinct({ clientDigest: other.clientDigest })
        .from(orderHolders)
        .innerJoin(orders, and(eq(orders.id, orderHolders.orderId), sql`${orders.clientDigest} is distinct from ${clientDigest}`))
        .innerJoin(other, and(eq(other.orderId, orders.id), ne(other.clientDigest, clientDigest)))
        .where(eq(orderHolders.clientDigest, clientDigest))
      return rows.map((row) => row.clientDigest)
    },

    /** Returns the time when an order was first paid or, if it was never paid, granted. */
    obtainedAt: async (orderId: string): Promise<Date | undefined> => {
      const [paid] = await orm
        .select({ at: paymentAttempts.paidAt })
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.orderId, orderId), isNotNull(paymentAttempts.paidAt)))
        .orderBy(paymentAttempts.paidAt)
        .limit(1)
      if (paid?.at) return paid.at
      const [grant] = await orm.select({ at: orderGrants.at }).from(orderGrants).where(eq(orderGrants.orderId, orderId))
      return grant?.at
    },

    /** Returns the time when the money of an order was returned; undefined if it was not. */
    returnedAt: async (orderId: string): Promise<Date | undefined> => {
      const [row] = await orm
        .select({ at: attemptEvents.at })
        .from(attemptEvents)
        .innerJoin(paymentAttempts, eq(paymentAttempts.id, attemptEvents.attemptId))
        .where(
          and(
            eq(paymentAttempts.orderId, orderId),
            inArray(paymentAttempts.state, RETURNED),
            eq(attemptEvents.to, paymentAttempts.state),
            ne(attemptEvents.from, attemptEvents.to),
          ),
        )
        .orderBy(desc(attemptEvents.id))
        .limit(1)
      return row?.at
    },

    isGranted: async (id: string): Promise<boolean> => (await orm.$count(orders, and(eq(orders.id, id), isGranted()))) > 0,

    /** Whether the client owns the product: it holds a paid or granted order for it. */
    isOwned: (reader: Reader, clientDigest: string, product: ProductRef): Promise<boolean> => owns(reader, clientDigest, product),

    /** Lists the paid or granted orders for the product that the client holds. */
    listOwning: async (clientDigest: string, product: ProductRef): Promise<string[]> =>
      (await selectOwning(orm, clientDigest, product)).map(({ id }) => id),

    /**
     * Whether the buyer would own the product without this payment. If its refund is due, payments whose refund became due at the same
     * time or later don't count: otherwise two due payments would both be refunded and the buyer would lose the item.
     */
    isOwnedBeside: (reader: Reader, { id, clientDigest, product, productId }: Payment): Promise<boolean> => {
      const other = alias(refundsDue, 'other_due')
      const dueNoEarlier = reader
        .select({ id: other.attemptId })
        .from(other)
        .innerJoin(refundsDue, and(eq(refundsDue.attemptId, id), isNull(refundsDue.settledAt)))
        .where(and(eq(other.attemptId, paymentAttempts.id), isNull(other.settledAt), gte(other.since, refundsDue.since)))
      return owns(reader, clientDigest, { product, productId }, and(ne(paymentAttempts.id, id), notExists(dueNoEarlier)))
    },

    /** Whether a paid or granted order for the product has the e-mail address (in lower case). */
    isOwnedBy: async (reader: Reader, email: string, { product, productId }: ProductRef): Promise<boolean> => {
      const owning = and(eq(orders.email, email), eq(orders.product, product), eq(orders.productId, productId), or(isPaid(), isGranted()))
      return (await reader.select({ id: orders.id }).from(orders).where(owning).limit(1)).length > 0
    },

    /** Lists the orders with an e-mail address (in lower case) that were ever paid or are granted. */
    listObtained: (email: string): Promise<OrderRow[]> =>
      orm
        .select()
        .from(orders)
        .where(and(eq(orders.email, email), wasObtained))
        .orderBy(orders.id),

    isHolder: async (clientDigest: string): Promise<boolean> =>
      (await orm.$count(orderHolders, eq(orderHolders.clientDigest, clientDigest))) > 0,

    /** Lists all orders that the client holds. */
    listAllHeld: async (clientDigest: string): Promise<OrderRow[]> => {
      const held = orm.select({ id: orderHolders.orderId }).from(orderHolders).where(eq(orderHolders.clientDigest, clientDigest))
      return orm.select().from(orders).where(inArray(orders.id, held)).orderBy(orders.id)
    },

    /** Lists the orders that the client holds and that were ever paid or are granted, the latest first. */
    listHeld: async (clientDigest: string): Promise<OrderRow[]> => {
      const rows = await orm
        .select({ order: orders })
        .from(orders)
        .innerJoin(orderHolders, eq(orderHolders.orderId, orders.id))
        .where(and(eq(orderHolders.clientDigest, clientDigest), wasObtained))
        .orderBy(sql`${orders.id} desc`)
      return rows.map((row) => row.order)
    },
  }
}

/** Returns the exchange rate of an order; null for dollars. */
export function appliedRate({ rateScaled, rateAsOf, rateSource }: OrderRow): AppliedRate | null {
  if (rateScaled === null || rateAsOf === null) return null
  return { zwgPerUsd: rateText(rateScaled), asOf: rateAsOf.toISOString(), source: rateSource ?? '' }
}
