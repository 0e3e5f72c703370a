import { and, eq, inArray, isNotNull, min, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '#server/platform/database/database.ts'
import { orderViewers, paymentAttempts } from '../orders.schema.ts'
import type { OrderRow, SharedOrder } from '../orders.store.ts'
import { beneficiaryOf } from './beneficiary.ts'
import { copies, copyHolders } from './copies.schema.ts'
import { isStandingGrant } from './copy-predicates.ts'

export type CopyRow = typeof copies.$inferSelect
/** Time of the first payment, and whether no payment stands */
type Paid = { madeAt: Date; revokedAt: SQL | null }
type Grant = Pick<CopyRow, 'orderId' | 'product' | 'productId' | 'email' | 'grantedBy'> & { reason: string }

/** Stores copies and the browsers that hold them. */
export type CopyStore = ReturnType<typeof createCopyStore>

export function createCopyStore() {
  /** Makes the copy of a paid order. If a browser of the beneficiary ordered, the browsers that may see the order hold the copy. */
  async function make(transaction: Transaction, order: OrderRow, paid: Paid) {
    const { id: orderId, product, productId } = order
    const { email, clients } = beneficiaryOf(order)
    if (email === null) throw new Error('The order of a payment has no email address')
    const copyId = uuidv7()
    await transaction.insert(copies).values({ id: copyId, orderId, product, productId, email, ...paid })
    if (clients.length === 0) return
    const viewers = transaction
      .select({ copyId: sql<string>`${copyId}`.as('copy_id'), clientDigest: orderViewers.clientDigest, since: orderViewers.since })
      .from(orderViewers)
      .where(eq(orderViewers.orderId, orderId))
    await transaction.insert(copyHolders).select(viewers)
  }

  async function hold(transaction: Transaction, found: { copyId: string }[], clientDigest: string) {
    const held = found.map(({ copyId }) => ({ copyId, clientDigest }))
    if (held.length > 0) await transaction.insert(copyHolders).values(held).onConflictDoNothing()
  }

  return {
    /** Stores the copy of a manual grant. */
    grant: async (transaction: Transaction, grant: Grant) => {
      await transaction.insert(copies).values({ id: uuidv7(), ...grant })
    },

    /** Revokes the manual grant of an order. Returns false if no grant stands. */
    revokeGrant: async (transaction: Transaction, orderId: string): Promise<boolean> => {
      const standing = and(eq(copies.orderId, orderId), isStandingGrant)
      return (await transaction.update(copies).set({ revokedAt: sql`now()` }).where(standing)).rowCount !== 0
    },

    /**
     * Makes the copy of an order that was paid, and revokes it while no payment of the order stands: a payment may be refunded before it
     * becomes known.
     */
    followPayments: async (transaction: Transaction, order: OrderRow) => {
      const known = await transaction.select().from(copies).where(eq(copies.orderId, order.id))
      if (known.some(({ reason }) => reason !== null)) return
      const [paid] = await transaction
        .select({ madeAt: min(paymentAttempts.paidAt), isStanding: sql<boolean | null>`bool_or(${paymentAttempts.state} = 'paid')` })
        .from(paymentAttempts)
        .where(and(eq(paymentAttempts.orderId, order.id), isNotNull(paymentAttempts.paidAt)))
      if (!paid?.madeAt) return
      const { madeAt, isStanding } = paid
      const revokedAt = isStanding ? null : sql`now()`
      if (known.length === 0) return make(transaction, order, { madeAt, revokedAt })
      const changed = known.filter((copy) => (copy.revokedAt === null) !== isStanding).map(({ id }) => id)
      if (changed.length > 0) await transaction.update(copies).set({ revokedAt }).where(inArray(copies.id, changed))
    },

    /** Adds a browser to the holders of the copies of an order that belong to an email address. The caller has verified the address. */
    addHolder: async (
      transaction: Transaction,
      { orderId, email, clientDigest }: { orderId: string; email: string; clientDigest: string },
    ) => {
      const found = await transaction
        .select({ copyId: copies.id })
        .from(copies)
        .where(and(eq(copies.orderId, orderId), eq(copies.email, email)))
      await hold(transaction, found, clientDigest)
    },

    /** Makes a client id a holder of the copies of an order that a former id of the same browser holds. */
    shareHolder: async (transaction: Transaction, { orderId, former, clientDigest }: SharedOrder) => {
      const found = await transaction
        .select({ copyId: copyHolders.copyId })
        .from(copyHolders)
        .innerJoin(copies, eq(copies.id, copyHolders.copyId))
        .where(and(eq(copies.orderId, orderId), eq(copyHolders.clientDigest, former)))
      await hold(transaction, found, clientDigest)
    },

    /** Lists the browsers that hold copies of an order. */
    listHolders: async (transaction: Transaction, orderId: string): Promise<string[]> => {
      const rows = await transaction
        .selectDistinct({ clientDigest: copyHolders.clientDigest })
        .from(copyHolders)
        .innerJoin(copies, eq(copies.id, copyHolders.copyId))
        .where(eq(copies.orderId, orderId))
      return rows.map(({ clientDigest }) => clientDigest)
    },

    /**
     * Gives the copies of an email address in an order to another address. Browsers that proved to own the former address lose them. Returns
     * the digests of these browsers.
     */
    readdress: async (
      transaction: Transaction,
      { orderId, from, to, kept }: { orderId: string; from: string; to: string; kept: string | null },
    ): Promise<string[]> => {
      const moved = await transaction
        .update(copies)
        .set({ email: to })
        .where(and(eq(copies.orderId, orderId), eq(copies.email, from)))
        .returning({ id: copies.id })
      const others = sql`${copyHolders.clientDigest} is distinct from ${kept}`
      const ids = moved.map(({ id }) => id)
      const lost = await transaction
        .delete(copyHolders)
        .where(and(inArray(copyHolders.copyId, ids), others))
        .returning({ clientDigest: copyHolders.clientDigest })
      return lost.map(({ clientDigest }) => clientDigest)
    },
  }
}
