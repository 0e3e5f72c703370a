import { randomUUID } from 'node:crypto'
import { and, arrayOverlaps, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { AttemptState, GatewayName } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'
import type { ProductRef } from '#contracts/product.ts'
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

/** How long a lease lasts unless its holder renews it. After a crash, another app can check the attempt this much later. */
const LEASE_SECONDS = 10

/** `sold` narrows down the standing payments that count as sold. */
export function createAttemptStore(orm: Orm, { sold }: { sold?: SQL | undefined } = {}) {
  async function addEvent(transaction: Transaction, event: Omit<typeof attemptEvents.$inferInsert, 'id'>): Promise<void> {
    await transaction.insert(attemptEvents).values({ ...event, id: uuidv7() })
  }

  /** Stores what a gateway sent. Returns false for a duplicate. */
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

    /** All attempts to pay an order, the latest first. */
    listOf: (orderId: string, reader: Pick<Orm, 'select'> = orm): Promise<AttemptRow[]> =>
      reader.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(desc(paymentAttempts.id)),

    /** The only attempt that a client may have open for a product in a currency. */
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

    /** The payment of a client for a product, in any currency, that waits for a bank. */
    findProcessing: async (
      clientDigest: string,
      product: ProductRef,
      reader: Pick<Orm, 'select'> = orm,
    ): Promise<AttemptRow | undefined> => {
      const isProcessing = and(isOf(clientDigest, product), eq(paymentAttempts.state, 'processing'))
      return (await reader.select().from(paymentAttempts).where(isProcessing).orderBy(paymentAttempts.id).limit(1))[0]
    },

    /** Schedules an immediate check of the attempts that a client has open for a product. */
    checkSoon: async (transaction: Transaction, clientDigest: string, product: ProductRef, now: Date): Promise<void> => {
      const open = and(isOf(clientDigest, product), isOpen)
      await transaction.update(paymentAttempts).set({ notified: true, nextCheckAt: now }).where(open)
    },

    /** How many payments for a product stand. */
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

    /** Products that were paid for in the sandbox. */
    listSandboxPurchases: (): Promise<ProductRef[]> =>
      orm
        .selectDistinct({ product: paymentAttempts.product, productId: paymentAttempts.productId })
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.gateway, 'sandbox'), isNotNull(paymentAttempts.paidAt))),

    /** Stores a new attempt with a lease for the caller, who sends it to the gateway. */
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
     * Leases the attempt for a check; undefined while somebody else holds it. Notifications until now are covered by this check,
     * once it succeeds.
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

    /** Extends the lease. Does nothing after it has passed to somebody else. */
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

    /** Releases the lease without a result. If a notification came meanwhile, its check stays due. */
    release: async ({ id, lease }: AttemptRow, next: Date): Promise<void> => {
      const { notified, nextCheckAt } = paymentAttempts
      await orm
        .update(paymentAttempts)
        .set({ lease: null, leasedUntil: null, nextCheckAt: sql`case when ${notified} then ${nextCheckAt} else ${next.toISOString()} end` })
        .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.lease, lease ?? '')))
    },

    /** Attempts whose check is due, the longest waiting first. */
    listDue: (now: Date, limit: number): Promise<{ id: string }[]> =>
      orm
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .where(and(lt(paymentAttempts.nextCheckAt, now), isFree()))
        .orderBy(paymentAttempts.nextCheckAt)
        .limit(limit),

    /** How many have been unreadable since then. No money is at stake in the sandbox, so its attempts are left out when it is off. */
    countUnreadable: (since: Date, sandboxIsOn: boolean): Promise<number> =>
      orm.$count(
        paymentAttempts,
        and(lt(paymentAttempts.unreadableSince, since), sandboxIsOn ? undefined : ne(paymentAttempts.gateway, 'sandbox')),
      ),

    countByState: async (): Promise<Partial<Record<AttemptState, number>>> => {
      const rows = await orm.select({ state: paymentAttempts.state, count: count() }).from(paymentAttempts).groupBy(paymentAttempts.state)
      return Object.fromEntries(rows.map((row) => [row.state, row.count]))
    },

    /** Seconds since the earliest of these moments, among the attempts that are still checked. */
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

    /** The latest change of the attempt's state. */
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

    /** Stores a gateway's answer or status, once when it repeats. */
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

    /** The attempt that the gateway knows by one of these ids. */
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

/** Attempts of a client for a product. */
export function isOf(clientDigest: string, { product, productId }: ProductRef) {
  return and(eq(paymentAttempts.clientDigest, clientDigest), eq(paymentAttempts.product, product), eq(paymentAttempts.productId, productId))
}

/** Whether nobody holds the attempt. A lease that ends impossibly late was taken before the database's clock was set back. */
function isFree() {
  const { leasedUntil } = paymentAttempts
  return or(isNull(leasedUntil), lt(leasedUntil, sql`now()`), gt(leasedUntil, sql`now() + ${`${4 * LEASE_SECONDS} seconds`}::interval`))
}

function leaseEnd() {
  return sql`now() + ${`${LEASE_SECONDS} seconds`}::interval`
}
