import { and, eq, exists, gte, isNotNull, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ProductKind } from '#contracts/access.ts'
import type { Currency } from '#contracts/price.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { orderGrants, orderHolders, orders, paymentAttempts, refundsDue } from './orders.schema.ts'

export type OrderRow = Omit<typeof orders.$inferSelect, 'searchName' | 'searchText'>
export type NewOrder = Omit<typeof orders.$inferInsert, 'searchName' | 'searchText'>
export type Product = { product: ProductKind; productId: string }
/** A payment, by what says whose it is and for what. */
type Paid = Product & { id: string; clientDigest: string }
export type OrderStore = ReturnType<typeof createOrderStore>

/** Reads inside or outside a transaction. */
type Reader = Pick<Orm, 'select'>

export function createOrderStore(orm: Orm) {
  /** Orders that were paid, whatever became of the money since, or granted by hand. Asked of each order, not of all that was ever sold. */
  const wasObtained = or(
    exists(
      orm
        .select({ id: paymentAttempts.orderId })
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.orderId, orders.id), isNotNull(paymentAttempts.paidAt))),
    ),
    exists(
      orm
        .select({ id: orderGrants.orderId })
        .from(orderGrants)
        .where(and(eq(orderGrants.orderId, orders.id), isNull(orderGrants.revokedAt))),
    ),
  )

  /** `paying` are the payments that count; all that stand when left out. */
  async function owns(reader: Reader, clientDigest: string, { product, productId }: Product, paying?: SQL): Promise<boolean> {
    const paid = reader
      .select({ id: paymentAttempts.orderId })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.orderId, orders.id), eq(paymentAttempts.state, 'paid'), paying))
    const granted = reader
      .select({ id: orderGrants.orderId })
      .from(orderGrants)
      .where(and(eq(orderGrants.orderId, orders.id), isNull(orderGrants.revokedAt)))
    const [row] = await reader
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(orderHolders, eq(orderHolders.orderId, orders.id))
      .where(
        and(
          eq(orderHolders.clientDigest, clientDigest),
          eq(orders.product, product),
          eq(orders.productId, productId),
          or(exists(paid), exists(granted)),
        ),
      )
      .limit(1)
    return row !== undefined
  }

  return {
    /** For what needs no transaction */
    reader: orm,

    /**
     * Whoever sells or opens a product holds this until the transaction ends, so that two payments of one buyer see each other.
     * Taken before any row is locked.
     */
    lockProduct: async (transaction: Transaction, { product, productId }: Product): Promise<void> => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.product}, hashtext(${`${product} ${productId}`}))`)
    },

    find: async (id: string, reader: Reader = orm): Promise<OrderRow | undefined> => {
      const [row] = await reader.select().from(orders).where(eq(orders.id, id))
      return row
    },

    /** The order as its holder may see it. */
    findHeld: async (id: string, clientDigest: string): Promise<OrderRow | undefined> => {
      const [row] = await orm
        .select({ order: orders })
        .from(orders)
        .innerJoin(orderHolders, eq(orderHolders.orderId, orders.id))
        .where(and(eq(orders.id, id), eq(orderHolders.clientDigest, clientDigest)))
      return row?.order
    },

    /** The order under which the client would buy the product now. */
    findCurrent: async (
      clientDigest: string,
      { product, productId }: Product,
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

    /** Nothing of a quote but where it leads back to and who it is for. */
    update: async (
      connection: Pick<Orm, 'update'>,
      id: string,
      changes: { email?: string; returnUrl?: string; closedAt?: Date },
    ): Promise<void> => {
      await connection.update(orders).set(changes).where(eq(orders.id, id))
    },

    /** The order, kept from being removed until the transaction ends. */
    keep: async (transaction: Transaction, id: string): Promise<OrderRow | undefined> => {
      const [row] = await transaction.select().from(orders).where(eq(orders.id, id)).for('key share')
      return row
    },

    addHolder: async (transaction: Transaction, orderId: string, clientDigest: string): Promise<void> => {
      await transaction.insert(orderHolders).values({ orderId, clientDigest }).onConflictDoNothing()
    },

    holdersOf: async (transaction: Transaction, orderId: string): Promise<string[]> => {
      const rows = await transaction.select().from(orderHolders).where(eq(orderHolders.orderId, orderId))
      return rows.map((row) => row.clientDigest)
    },

    /** When an order was first paid or, if it never was, granted by hand. */
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

    countHolders: (orderId: string): Promise<number> => orm.$count(orderHolders, eq(orderHolders.orderId, orderId)),

    /**
     * Whether the client owns the product: it holds an order for it of which an attempt stands paid, or that an administrator
     * granted.
     */
    isOwned: (reader: Reader, clientDigest: string, product: Product): Promise<boolean> => owns(reader, clientDigest, product),

    /**
     * Whether the buyer would own the product without this attempt. If it is due to go back itself, what became due later doesn't
     * count: of two that stand beside nothing else, one is kept.
     */
    isOwnedBeside: (reader: Reader, { id, clientDigest, product, productId }: Paid): Promise<boolean> => {
      const other = alias(refundsDue, 'other_due')
      const dueNoEarlier = reader
        .select({ id: other.attemptId })
        .from(other)
        .innerJoin(refundsDue, and(eq(refundsDue.attemptId, id), isNull(refundsDue.settledAt)))
        .where(and(eq(other.attemptId, paymentAttempts.id), isNull(other.settledAt), gte(other.since, refundsDue.since)))
      return owns(reader, clientDigest, { product, productId }, and(ne(paymentAttempts.id, id), notExists(dueNoEarlier)))
    },

    /** Orders that were obtained with an e-mail address (in lower case). */
    listObtained: (email: string): Promise<OrderRow[]> =>
      orm
        .select()
        .from(orders)
        .where(and(eq(orders.email, email), wasObtained))
        .orderBy(orders.id),

    /** Orders that the client holds and that were obtained, the latest first. */
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
