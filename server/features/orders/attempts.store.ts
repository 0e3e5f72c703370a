import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { GatewayName } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { attemptEvents, gatewayMessages, paymentAttempts } from './orders.schema.ts'
import type { Product } from './orders.store.ts'

export type AttemptRow = typeof paymentAttempts.$inferSelect
export type NewAttempt = typeof paymentAttempts.$inferInsert
export type AttemptChanges = Partial<
  Pick<AttemptRow, 'state' | 'address' | 'instructions' | 'handle' | 'gatewayReference' | 'reason' | 'expiresAt' | 'paidAt' | 'endedAt'> &
    Pick<AttemptRow, 'nextCheckAt' | 'leasedUntil' | 'lease' | 'hinted' | 'unansweredSince' | 'unreadableSince'>
>
export type AttemptStore = ReturnType<typeof createAttemptStore>

/**
 * How long whoever speaks with the gateway about an attempt keeps others from it without a sign of life. Who still speaks renews
 * the lease; who died is followed by another app this much later.
 */
const LEASE_SECONDS = 10

/** `counts` says which payments count as sold; all that stand when left out. */
export function createAttemptStore(orm: Orm, { counts }: { counts?: SQL | undefined } = {}) {
  async function addEvent(transaction: Transaction, event: Omit<typeof attemptEvents.$inferInsert, 'id'>): Promise<void> {
    await transaction.insert(attemptEvents).values({ ...event, id: uuidv7() })
  }

  /** Keeps what a gateway said; false when this very message was there already. */
  async function addMessage(connection: Pick<Orm, 'insert'>, message: Omit<typeof gatewayMessages.$inferInsert, 'id'>): Promise<boolean> {
    const added = await connection
      .insert(gatewayMessages)
      .values({ ...message, id: uuidv7() })
      .onConflictDoNothing()
      .returning({ id: gatewayMessages.id })
    return added.length > 0
  }

  return {
    find: async (id: string, reader: Pick<Orm, 'select'> = orm): Promise<AttemptRow | undefined> => {
      const [row] = await reader.select().from(paymentAttempts).where(eq(paymentAttempts.id, id))
      return row
    },

    /** Holds the attempt until the transaction ends. */
    lock: async (transaction: Transaction, id: string): Promise<AttemptRow | undefined> => {
      const [row] = await transaction.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for('update')
      return row
    },

    /** All tries to pay an order, the latest first. */
    listOf: (orderId: string, reader: Pick<Orm, 'select'> = orm): Promise<AttemptRow[]> =>
      reader.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(desc(paymentAttempts.id)),

    /** The one attempt that a client may have under way for a product in a currency. */
    findOpen: async (
      clientDigest: string,
      product: Product,
      currency: Currency,
      reader: Pick<Orm, 'select'> = orm,
    ): Promise<AttemptRow | undefined> => {
      const [row] = await reader
        .select()
        .from(paymentAttempts)
        .where(
          and(isOf(clientDigest, product), eq(paymentAttempts.currency, currency), inArray(paymentAttempts.state, ['initiating', 'open'])),
        )
      return row
    },

    /** Lets the gateway be asked at once about whatever a client has under way for a product. */
    hurryOpen: async (transaction: Transaction, clientDigest: string, product: Product, now: Date): Promise<void> => {
      const underWay = and(isOf(clientDigest, product), inArray(paymentAttempts.state, ['initiating', 'open']))
      await transaction.update(paymentAttempts).set({ hinted: true, nextCheckAt: now }).where(underWay)
    },

    /** Payments for a product that stand. */
    countSold: (transaction: Transaction, { product, productId }: Product): Promise<number> =>
      transaction.$count(
        paymentAttempts,
        and(
          eq(paymentAttempts.product, product),
          eq(paymentAttempts.productId, productId),
          isNotNull(paymentAttempts.paidAt),
          inArray(paymentAttempts.state, ['paid', 'disputed']),
          counts,
        ),
      ),

    /** Products that were paid for in the sandbox. */
    listTriedOut: (): Promise<Product[]> =>
      orm
        .selectDistinct({ product: paymentAttempts.product, productId: paymentAttempts.productId })
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.gateway, 'sandbox'), isNotNull(paymentAttempts.paidAt))),

    /** Stores a new attempt, held by whoever is about to ask the gateway. */
    insert: async (transaction: Transaction, attempt: Omit<NewAttempt, 'id'>): Promise<AttemptRow> => {
      const values = { ...attempt, id: uuidv7(), lease: randomUUID(), leasedUntil: leaseEnd() }
      const [row] = await transaction.insert(paymentAttempts).values(values).returning()
      if (!row) throw new Error('An attempt was stored without a trace')
      return row
    },

    update: async (connection: Pick<Orm, 'update'>, id: string, changes: AttemptChanges): Promise<void> => {
      await connection.update(paymentAttempts).set(changes).where(eq(paymentAttempts.id, id))
    },

    /**
     * Takes the attempt for a talk with its gateway; undefined while somebody else has it. What was hinted before is answered by
     * it, once it succeeds.
     */
    lease: async (id: string, now: Date): Promise<AttemptRow | undefined> => {
      const { hinted, unansweredSince } = paymentAttempts
      const [row] = await orm
        .update(paymentAttempts)
        .set({
          ...{ lease: randomUUID(), leasedUntil: leaseEnd(), hinted: false },
          unansweredSince: sql`case when ${hinted} then coalesce(${unansweredSince}, ${now.toISOString()}) else ${unansweredSince} end`,
        })
        .where(and(eq(paymentAttempts.id, id), isFree()))
        .returning()
      return row
    },

    /** Goes on holding the attempt. Does nothing once it is somebody else's, whose reading then counts. */
    renewLease: async ({ id, lease }: AttemptRow): Promise<void> => {
      const isHeld = and(eq(paymentAttempts.id, id), eq(paymentAttempts.lease, lease ?? ''))
      await orm.update(paymentAttempts).set({ leasedUntil: leaseEnd() }).where(isHeld)
    },

    /** Lets the gateways be asked now about every attempt that is open. */
    checkOpenSoon: async (now: Date): Promise<void> => {
      const isOpenLater = and(inArray(paymentAttempts.state, ['initiating', 'open']), gt(paymentAttempts.nextCheckAt, now))
      await orm.update(paymentAttempts).set({ nextCheckAt: now }).where(isOpenLater)
    },

    /** Gives up a talk that led to nothing. What was hinted meanwhile stays due at once. */
    release: async ({ id, lease }: AttemptRow, next: Date): Promise<void> => {
      const { hinted, nextCheckAt } = paymentAttempts
      await orm
        .update(paymentAttempts)
        .set({ lease: null, leasedUntil: null, nextCheckAt: sql`case when ${hinted} then ${nextCheckAt} else ${next.toISOString()} end` })
        .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.lease, lease ?? '')))
    },

    /** Attempts whose gateway is to be asked by now, the longest waiting first. */
    listDue: (now: Date, limit: number): Promise<{ id: string }[]> =>
      orm
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .where(and(lt(paymentAttempts.nextCheckAt, now), isFree()))
        .orderBy(paymentAttempts.nextCheckAt)
        .limit(limit),

    /**
     * How many have been unreadable since some time ago. Those of the sandbox, in which no money moves, don't count when it is
     * off.
     */
    countUnreadable: (since: Date, sandboxIsOn: boolean): Promise<number> =>
      orm.$count(
        paymentAttempts,
        and(lt(paymentAttempts.unreadableSince, since), sandboxIsOn ? undefined : ne(paymentAttempts.gateway, 'sandbox')),
      ),

    addEvent,

    /** Adds an event unless the attempt, which the caller has locked, has one of the same words; false then. */
    addEventOnce: async (transaction: Transaction, event: Omit<typeof attemptEvents.$inferInsert, 'id'> & { detail: string }) => {
      const { attemptId, detail } = event
      const known = await transaction.$count(attemptEvents, and(eq(attemptEvents.attemptId, attemptId), eq(attemptEvents.detail, detail)))
      if (known === 0) await addEvent(transaction, event)
      return known === 0
    },

    /** Keeps what a gateway answered, once however often it says so. */
    keepWords: async (connection: Pick<Orm, 'insert'>, { id, gateway }: AttemptRow, kind: 'answer' | 'reading', body: string) => {
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
  }
}

/** Attempts of a client for a product. */
export function isOf(clientDigest: string, { product, productId }: Product) {
  return and(eq(paymentAttempts.clientDigest, clientDigest), eq(paymentAttempts.product, product), eq(paymentAttempts.productId, productId))
}

/** Whether nobody holds the attempt. A lease that ends later than any can was taken before the database's clock was set back. */
function isFree() {
  const { leasedUntil } = paymentAttempts
  return or(isNull(leasedUntil), lt(leasedUntil, sql`now()`), gt(leasedUntil, sql`now() + ${`${4 * LEASE_SECONDS} seconds`}::interval`))
}

function leaseEnd() {
  return sql`now() + ${`${LEASE_SECONDS} seconds`}::interval`
}
