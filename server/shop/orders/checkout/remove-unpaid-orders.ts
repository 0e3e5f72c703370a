import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, not, notExists, or } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { DEAD_ORDER_DAYS, UNUSED_ORDER_HOURS } from '#contracts/admin/retention.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { unavailable } from '#server/platform/problems.ts'
import { UNPAID } from '#server/shop/orders/attempts/attempt-states.ts'
import { copies } from '#server/shop/orders/copies/copies.schema.ts'
import { hasAttempt } from '#server/shop/orders/order-predicates.ts'
import { attemptEvents, gatewayMessages, orders, orderViewers, paymentAttempts, refundsDue } from '#server/shop/orders/orders.schema.ts'

/* Removal of orders that were never paid. Database triggers prevent the deletion of orders that received money. */

const query = new QueryBuilder()
const hasNoCopy = notExists(query.select({ id: copies.orderId }).from(copies).where(eq(copies.orderId, orders.id)))

const MINUTE_MS = 60_000
const UNUSED_MS = UNUSED_ORDER_HOURS * 60 * MINUTE_MS
const DEAD_MS = DEAD_ORDER_DAYS * 24 * 60 * MINUTE_MS
/** Minimum age of orders that are removed, even above the maximum number, because buyers need time to enter an email address. */
const MIN_AGE_MS = 10 * MINUTE_MS
/** Maximum number of unused orders, which occupy about 40 MB. */
const MAX_UNUSED = 50_000
const BATCH = 5000
/** Time for which a count of unused orders is cached, because counting for every new order would be too slow. */
const COUNT_MS = 5000

/** Limits and removes unused orders (without a payment attempt), because anyone can create them with invented client ids. */
export type UnusedOrders = ReturnType<typeof createUnusedOrders>

export function createUnusedOrders({ orm, now, max = MAX_UNUSED }: { orm: Orm; now: () => Date; max?: number }) {
  /** Counts unused orders: they have no email address, which is stored with the first payment attempt. */
  const countUnused = () => orm.$count(orders, isNull(orders.email))
  let known = { count: 0, until: 0 }
  let counting: Promise<void> | undefined

  async function recount() {
    known = { count: await countUnused(), until: Date.now() + COUNT_MS }
  }

  async function count(): Promise<number> {
    if (known.until <= Date.now()) {
      // Concurrent requests share a single count of unused orders.
      counting ??= recount().finally(() => {
        counting = undefined
      })
      await counting
    }
    return known.count
  }

  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds)

  return {
    /** Returns the number of unused orders and their maximum. */
    fill: async (): Promise<{ count: number; max: number }> => ({ count: await countUnused(), max }),

    /**
     * Removes the oldest unused orders if necessary, so that a flood of orders does not lock out buyers.
     * @throws unavailable when too many unused orders are too young to be removed
     */
    makeRoom: async () => {
      if ((await count()) >= max) {
        // More orders are removed than necessary, so that not every new order has to wait for a removal.
        const surplus = known.count - max + Math.ceil(max / 100)
        known.count -= await inBatches((limit) => removeUnused(orm, ago(MIN_AGE_MS), limit), surplus)
      }
      if (known.count >= max)
        throw unavailable('Too many orders are being created', {
          retryAfterSeconds: 60,
          detail: 'Wait a minute, then try again.',
        })
      known.count++
    },

    /** Removes unused orders, and abandoned ones with their attempts, after the times in `retention`. Returns the number removed. */
    purge: async (): Promise<number> => {
      const unused = await inBatches((limit) => removeUnused(orm, ago(UNUSED_MS), limit))
      return unused + (await inBatches(() => removeDead(orm, ago(DEAD_MS))))
    },
  }
}

/** Removes orders in batches until `total` is reached or no orders are left. Returns the number of removed orders. */
async function inBatches(removeBatch: (limit: number) => Promise<number>, total = Number.POSITIVE_INFINITY): Promise<number> {
  let sum = 0
  while (sum < total) {
    const removed = await removeBatch(Math.min(BATCH, total - sum))
    if (removed === 0) break
    sum += removed
  }
  return sum
}

/** Deletes the oldest orders without a payment attempt or a copy. Returns the number of deleted orders. */
export function removeUnused(orm: Orm, before: Date, limit: number): Promise<number> {
  const unused = and(isNull(orders.email), lt(orders.createdAt, before), not(hasAttempt()), hasNoCopy)
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
}

/**
 * Deletes a batch of abandoned orders with all their rows: every payment attempt failed, was canceled or expired before `before`. Orders
 * that ever received money, have an unknown outcome or are still being checked are excluded. Returns the number of deleted orders.
 */
function removeDead(orm: Orm, before: Date): Promise<number> {
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
  const dead = and(lt(orders.createdAt, before), hasAttempt(), not(hasAttempt(alive)), hasNoCopy)
  return orm.transaction(async (transaction) => {
    const rows = await transaction.select({ id: orders.id }).from(orders).where(dead).limit(500).for('update', { skipLocked: true })
    const ids = rows.map(({ id }) => id)
    // A notification may have arrived in the meantime, so the payment attempts are locked and their states are checked again.
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
}

async function removeOrders(transaction: Transaction, ids: string[]) {
  await transaction.delete(orderViewers).where(inArray(orderViewers.orderId, ids))
  await transaction.delete(orders).where(inArray(orders.id, ids))
}
