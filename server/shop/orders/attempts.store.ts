import { randomUUID } from 'node:crypto'
import { and, arrayOverlaps, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { AttemptState, GatewayName } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { OPEN, PENDING, STANDING } from './attempt-states.ts'
import { attemptEvents, gatewayMessages, paymentAttempts } from './orders.schema.ts'

export type AttemptRow = typeof paymentAttempts.$inferSelect
export type NewAttempt = typeof paymentAttempts.$inferInsert
export type AttemptChanges = Partial<
  Pick<
    AttemptRow,
    | 'state'
    | 'phone'
    | 'pageUrl'
    | 'instructions'
    | 'handle'
    | 'gatewayReference'
    | 'gatewayIds'
    | 'reason'
    | 'expiresAt'
    | 'paidAt'
    | 'endedAt'
  > &
    Pick<AttemptRow, 'nextCheckAt' | 'leasedUntil' | 'lease' | 'notified' | 'unansweredSince' | 'unreadableSince'>
>
export type AttemptStore = ReturnType<typeof createAttemptStore>

/** Lifetime of a lease that is not renewed, and so the delay after a crash until another app can check the attempt. */
const LEASE_SECONDS = 10

/** Stores payment attempts. `sold` restricts which standing payments count as sold. */
export function createAttemptStore(orm: Orm, { sold }: { sold?: SQL | undefined } = {}) {
  async function addEvent(transaction: Transaction, event: Omit<typeof attemptEvents.$inferInsert, 'id'>): Promise<void> {
    await transaction.insert(attemptEvents).values({ ...event, id: uuidv7() })
  }

  /** Stores a message from a gateway. Returns false for a duplicate. */
  async function addMessage(connection: Pick<Orm, 'insert'>, message: Omit<typeof gatewayMessages.$inferInsert, 'id'>): Promise<boolean> {
    const { rowCount } = await connection
      .insert(gatewayMessages)
      .values({ ...message, id: uuidv7() })
      .onConflictDoNothing()
    return rowCount === 1
  }

  return {
    find: async (id: string, reader: Pick<Orm, 'select'> = orm): Promise<AttemptRow | undefined> =>
      (await reader.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))[0],

    /** Locks the attempt until the transaction ends. */
    lock: async (transaction: Transaction, id: string): Promise<AttemptRow | undefined> =>
      (await transaction.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for('update'))[0],

    /** Lists all attempts to pay an order, the latest first. */
    listOf: (orderId: string, reader: Pick<Orm, 'select'> = orm): Promise<AttemptRow[]> =>
      reader.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(desc(paymentAttempts.id)),

    /** Finds the open attempt of a client for a product in a currency. A unique index allows only one. */
    findOpen: async (
      clientDigest: string,
      product: ProductRef,
      currency: Currency,
      reader: Pick<Orm, 'select'> = orm,
    ): Promise<AttemptRow | undefined> => {
      const [row] = await reader
        .select()
        .from(paymentAttempts)
        .where(and(isOf(clientDigest, product), eq(paymentAttempts.currency, currency), isOpen))
      return row
    },

    /** Finds the payment of a client for a product, in any currency, that a bank is still processing. */
    findProcessing: async (
      clientDigest: string,
      product: ProductRef,
      reader: Pick<Orm, 'select'> = orm,
    ): Promise<AttemptRow | undefined> => {
      const isProcessing = and(isOf(clientDigest, product), eq(paymentAttempts.state, 'processing'))
      return (await reader.select().from(paymentAttempts).where(isProcessing).orderBy(paymentAttempts.id).limit(1))[0]
    },

    /** Schedules an immediate check of the open attempts of a client for a product. */
    checkSoon: async (transaction: Transaction, clientDigest: string, product: ProductRef, now: Date): Promise<void> => {
      const open = and(isOf(clientDigest, product), isOpen)
      await transaction.update(paymentAttempts).set({ notified: true, nextCheckAt: now }).where(open)
    },

    /** Counts the standing payments for a product that count as sold. */
    countSold: (transaction: Transaction, { product, productId }: ProductRef): Promise<number> =>
      transaction.$count(
        paymentAttempts,
        and(
          eq(paymentAttempts.product, product),
          eq(paymentAttempts.productId, productId),
          isNotNull(paymentAttempts.paidAt),
          inArray(paymentAttempts.state, STANDING),
          sold,
        ),
      ),

    /** Lists the products that were paid for with the test gateway. */
    listTestGatewayPurchases: (): Promise<ProductRef[]> =>
      orm
        .selectDistinct({ product: paymentAttempts.product, productId: paymentAttempts.productId })
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.gateway, 'sandbox'), isNotNull(paymentAttempts.paidAt))),

    /** Stores a new attempt, leased to the caller, which sends it to the gateway next. */
    insert: async (transaction: Transaction, attempt: Omit<NewAttempt, 'id'>): Promise<AttemptRow> => {
      const values = { ...attempt, id: uuidv7(), lease: randomUUID(), leasedUntil: leaseEnd() }
      const [row] = await transaction.insert(paymentAttempts).values(values).returning()
      if (!row) throw new Error('The insert of an attempt returned no row')
      return row
    },

    update: async (connection: Pick<Orm, 'update'>, id: string, changes: AttemptChanges): Promise<void> => {
      await connection.update(paymentAttempts).set(changes).where(eq(paymentAttempts.id, id))
    },

    /**
     * Leases the attempt for a check; undefined while the attempt is leased elsewhere. A successful check covers all notifications
     * received before the lease.
     */
    lease: async (id: string, now: Date): Promise<AttemptRow | undefined> => {
      const { notified, unansweredSince } = paymentAttempts
      const [row] = await orm
        .update(paymentAttempts)
        .set({
          ...{ lease: randomUUID(), leasedUntil: leaseEnd(), notified: false },
          unansweredSince: sql`case when ${notified} then coalesce(${unansweredSince}, ${now.toISOString()}) else ${unansweredSince} end`,
        })
        .where(and(eq(paymentAttempts.id, id), isFree()))
        .returning()
      return row
    },

    /** Extends the lease. Does nothing if another caller has taken the lease meanwhile. */
    renewLease: async ({ id, lease }: AttemptRow): Promise<void> => {
      const isHeld = and(eq(paymentAttempts.id, id), eq(paymentAttempts.lease, lease ?? ''))
      await orm.update(paymentAttempts).set({ leasedUntil: leaseEnd() }).where(isHeld)
    },

    /** Schedules an immediate check of every pending attempt. */
    checkOpenSoon: async (now: Date): Promise<void> => {
      await orm
        .update(paymentAttempts)
        .set({ nextCheckAt: now })
        .where(and(inArray(paymentAttempts.state, PENDING), gt(paymentAttempts.nextCheckAt, now)))
    },

    /** Releases the lease without a result. The check that a notification scheduled meanwhile stays due. */
    release: async ({ id, lease }: AttemptRow, next: Date): Promise<void> => {
      const { notified, nextCheckAt } = paymentAttempts
      await orm
        .update(paymentAttempts)
        .set({ lease: null, leasedUntil: null, nextCheckAt: sql`case when ${notified} then ${nextCheckAt} else ${next.toISOString()} end` })
        .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.lease, lease ?? '')))
    },

    /** Lists attempts whose check is due, the longest overdue first. */
    listDue: (now: Date, limit: number): Promise<{ id: string }[]> =>
      orm
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .where(and(lt(paymentAttempts.nextCheckAt, now), isFree()))
        .orderBy(paymentAttempts.nextCheckAt)
        .limit(limit),

    /**
     * Counts attempts whose status has been unreadable since before `since`. Excludes attempts of the test gateway while it is off,
     * because they involve no money.
     */
    countUnreadable: (since: Date, testGatewayIsOn: boolean): Promise<number> =>
      orm.$count(
        paymentAttempts,
        and(lt(paymentAttempts.unreadableSince, since), testGatewayIsOn ? undefined : ne(paymentAttempts.gateway, 'sandbox')),
      ),

    countByState: async (): Promise<Partial<Record<AttemptState, number>>> => {
      const rows = await orm.select({ state: paymentAttempts.state, count: count() }).from(paymentAttempts).groupBy(paymentAttempts.state)
      return Object.fromEntries(rows.map((row) => [row.state, row.count]))
    },

    /** Returns the seconds since the earliest value of a column, among the attempts that still have a scheduled check. */
    longestSince: async (moment: 'unansweredSince' | 'unreadableSince'): Promise<number> => {
      const since = paymentAttempts[moment]
      const seconds = sql<number>`coalesce(extract(epoch from now() - min(${since})), 0)::float8`
      const [row] = await orm
        .select({ seconds })
        .from(paymentAttempts)
        .where(and(isNotNull(since), isNotNull(paymentAttempts.nextCheckAt)))
      return row?.seconds ?? 0
    },

    addEvent,

    /** Finds the latest change of the attempt's state. */
    lastTransition: async (transaction: Transaction, attemptId: string) => {
      const { from, to } = attemptEvents
      const changed = and(eq(attemptEvents.attemptId, attemptId), sql`${from} is distinct from ${to}`)
      const [row] = await transaction.select().from(attemptEvents).where(changed).orderBy(desc(attemptEvents.id)).limit(1)
      return row
    },

    /** Adds an event unless the attempt, locked by the caller, has one with the same detail. Returns whether it was added. */
    addEventOnce: async (transaction: Transaction, event: Omit<typeof attemptEvents.$inferInsert, 'id'> & { detail: string }) => {
      const { attemptId, detail } = event
      const known = await transaction.$count(attemptEvents, and(eq(attemptEvents.attemptId, attemptId), eq(attemptEvents.detail, detail)))
      if (known === 0) await addEvent(transaction, event)
      return known === 0
    },

    /** Stores a gateway's response to a new payment (`answer`) or a status that was read (`reading`). Identical bodies are stored once. */
    saveResponse: async (connection: Pick<Orm, 'insert'>, { id, gateway }: AttemptRow, kind: 'answer' | 'reading', body: string) => {
      const messageId = digest(body)
      await addMessage(connection, { attemptId: id, gateway, messageId, kind, body })
    },

    addMessage,

    findByReference: async (transaction: Transaction, gateway: GatewayName, reference: string): Promise<AttemptRow | undefined> => {
      const [row] = await transaction
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.gateway, gateway), eq(paymentAttempts.reference, reference)))
      return row
    },

    /** Finds the attempt with any of these ids at the gateway. */
    findByGatewayIds: async (transaction: Transaction, gateway: GatewayName, ids: string[]): Promise<AttemptRow | undefined> => {
      if (ids.length === 0) return undefined
      const [row] = await transaction
        .select()
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.gateway, gateway), arrayOverlaps(paymentAttempts.gatewayIds, ids)))
      return row
    },
  }
}

const isOpen = inArray(paymentAttempts.state, OPEN)

/** Condition that matches the attempts of a client for a product. */
export function isOf(clientDigest: string, { product, productId }: ProductRef) {
  return and(eq(paymentAttempts.clientDigest, clientDigest), eq(paymentAttempts.product, product), eq(paymentAttempts.productId, productId))
}

/** Condition for attempts without a valid lease. A lease that ends impossibly late was taken before the database's clock was set back. */
function isFree() {
  const { leasedUntil } = paymentAttempts
  return or(isNull(leasedUntil), lt(leasedUntil, sql`now()`), gt(leasedUntil, sql`now() + ${`${4 * LEASE_SECONDS} seconds`}::interval`))
}

function leaseEnd() {
  return sql`now() + ${`${LEASE_SECONDS} seconds`}::interval`
}
