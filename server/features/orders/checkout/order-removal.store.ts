import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, notExists, notInArray, or } from 'drizzle-orm'
import {
  attemptEvents,
  gatewayMessages,
  orderGrants,
  orderHolders,
  orders,
  paymentAttempts,
  refundsDue,
} from '#server/features/orders/orders.schema.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'

/** States in which nothing was paid and nobody goes on. */
const DEAD_STATES = ['failed', 'cancelled', 'expired'] as const

export type OrderRemovalStore = ReturnType<typeof createOrderRemovalStore>

/** Removes orders of which nothing came. The database refuses to forget anything of an order that money was seen for. */
export function createOrderRemovalStore(orm: Orm) {
  const notGranted = notExists(orm.select({ id: orderGrants.orderId }).from(orderGrants).where(eq(orderGrants.orderId, orders.id)))

  return {
    /** How many orders nobody began to pay: the e-mail address comes with the first attempt. */
    countUnused: (): Promise<number> => orm.$count(orders, isNull(orders.email)),

    /** Forgets the oldest orders that nobody ever began to pay and that were not opened by hand. Answers how many, none when none are left. */
    removeUnused: (before: Date, limit: number): Promise<number> => {
      const unused = and(
        isNull(orders.email),
        lt(orders.createdAt, before),
        notExists(orm.select({ id: paymentAttempts.orderId }).from(paymentAttempts).where(eq(paymentAttempts.orderId, orders.id))),
        notGranted,
      )
      return orm.transaction(async (transaction) => {
        const rows = await transaction
          .select({ id: orders.id })
          .from(orders)
          .where(unused)
          .orderBy(orders.createdAt)
          .limit(limit)
          .for('update', { skipLocked: true })
        await removeOrders(
          transaction,
          rows.map(({ id }) => id),
        )
        return rows.length
      })
    },

    /**
     * Forgets some orders of which every payment failed, was given up or ran out before then, with all that was said about them.
     * None that money was ever seen for, that is owed an answer, or that is still asked about. Answers how many.
     */
    removeDead: (before: Date): Promise<number> => {
      const attempt = paymentAttempts
      const alive = or(
        notInArray(attempt.state, [...DEAD_STATES]),
        isNotNull(attempt.paidAt),
        isNotNull(attempt.nextCheckAt),
        isNotNull(attempt.unansweredSince),
        isNotNull(attempt.unreadableSince),
        eq(attempt.hinted, true),
        isNull(attempt.endedAt),
        gte(attempt.endedAt, before),
        exists(orm.select({ id: refundsDue.attemptId }).from(refundsDue).where(eq(refundsDue.attemptId, attempt.id))),
      )
      const ofOrder = eq(attempt.orderId, orders.id)
      const dead = and(
        lt(orders.createdAt, before),
        exists(orm.select({ id: attempt.id }).from(attempt).where(ofOrder)),
        notExists(orm.select({ id: attempt.id }).from(attempt).where(and(ofOrder, alive))),
        notGranted,
      )
      return orm.transaction(async (transaction) => {
        const rows = await transaction.select({ id: orders.id }).from(orders).where(dead).limit(500).for('update', { skipLocked: true })
        const ids = rows.map(({ id }) => id)
        // A message may have come for one of them: the attempts are held, then looked at again.
        const held = await transaction.select().from(attempt).where(inArray(attempt.orderId, ids)).for('update')
        const revived = await transaction
          .select({ id: attempt.orderId })
          .from(attempt)
          .where(and(inArray(attempt.orderId, ids), alive))
        const gone = ids.filter((id) => !revived.some((other) => other.id === id))
        const attemptIds = held.filter(({ orderId }) => gone.includes(orderId)).map(({ id }) => id)
        await transaction.delete(gatewayMessages).where(inArray(gatewayMessages.attemptId, attemptIds))
        await transaction.delete(attemptEvents).where(inArray(attemptEvents.attemptId, attemptIds))
        await transaction.delete(attempt).where(inArray(attempt.id, attemptIds))
        await removeOrders(transaction, gone)
        return gone.length
      })
    },
  }
}

async function removeOrders(transaction: Transaction, ids: string[]) {
  await transaction.delete(orderHolders).where(inArray(orderHolders.orderId, ids))
  await transaction.delete(orders).where(inArray(orders.id, ids))
}
