import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, not, notExists, or } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { UNPAID } from '#server/shop/orders/attempt-states.ts'
import {
  attemptEvents,
  gatewayMessages,
  orderGrants,
  orderHolders,
  orders,
  paymentAttempts,
  refundsDue,
} from '#server/shop/orders/orders.schema.ts'

export type OrderRemovalStore = ReturnType<typeof createOrderRemovalStore>

/** Removes orders that were never paid. Database triggers prevent the deletion of an order that received money. */
export function createOrderRemovalStore(orm: Orm) {
  const notGranted = notExists(orm.select({ id: orderGrants.orderId }).from(orderGrants).where(eq(orderGrants.orderId, orders.id)))

  return {
    /** Counts orders without a payment attempt: they have no e-mail address, which is stored with the first attempt. */
    countUnused: (): Promise<number> => orm.$count(orders, isNull(orders.email)),

    /** Deletes the oldest orders that have no payment attempt and were never granted. Returns the number of deleted orders. */
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
     * Deletes a batch of abandoned orders with all their rows: orders of which every attempt failed, was cancelled or expired before
     * `before`. Excludes orders that ever received money, whose outcome is unknown, or that are still being checked. Returns the number
     * of deleted orders.
     */
    removeDead: (before: Date): Promise<number> => {
      const attempt = paymentAttempts
      const alive = or(
        not(inArray(attempt.state, UNPAID)),
        isNotNull(attempt.paidAt),
        isNotNull(attempt.nextCheckAt),
        isNotNull(attempt.unansweredSince),
        isNotNull(attempt.unreadableSince),
        eq(attempt.notified, true),
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
        // A notification may have arrived meanwhile, so the attempts are locked and the condition is checked again.
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
