import { and, count, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import { GATEWAY_NAMES, GATEWAYS } from '#contracts/shop/gateways.ts'
import { ATTEMPT_STATES } from '#contracts/shop/payment.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { Gauge } from '#server/platform/metrics/gauge.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import type { Payments } from '#server/shop/orders/order-deps.ts'
import { paymentAttempts } from '#server/shop/orders/orders.schema.ts'

/** Time after which a payment with an unreadable status appears in the overview. */
const UNREADABLE_MS = 15 * 60_000

/** Returns the metrics about payments. */
export function paymentMetrics(orm: Orm): Gauge[] {
  const none = Object.fromEntries(ATTEMPT_STATES.map((state) => [state, 0]))

  async function countByState() {
    const rows = await orm.select({ state: paymentAttempts.state, count: count() }).from(paymentAttempts).groupBy(paymentAttempts.state)
    return { ...none, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) }
  }

  /** Returns the number of seconds since the earliest value of a column, among payment attempts with a scheduled check. */
  async function longestSince(moment: 'unansweredSince' | 'unreadableSince') {
    const since = paymentAttempts[moment]
    const seconds = sql<number>`coalesce(extract(epoch from now() - min(${since})), 0)::float8`
    const [row] = await orm
      .select({ seconds })
      .from(paymentAttempts)
      .where(and(isNotNull(since), isNotNull(paymentAttempts.nextCheckAt)))
    return row?.seconds ?? 0
  }

  return [
    { name: 'lectern_payments', help: 'Payments by state', label: 'state', read: countByState },
    {
      name: 'lectern_payment_oldest_unchecked_seconds',
      help: 'Age of the oldest payment check that is due but has not succeeded, in seconds',
      read: () => longestSince('unansweredSince'),
    },
    {
      name: 'lectern_payment_oldest_unreadable_seconds',
      help: 'Longest time without a clear gateway response about a payment, in seconds',
      read: () => longestSince('unreadableSince'),
    },
  ]
}

/**
 * Creates a function that counts unreadable payments. It excludes payments of simulated gateways that are off, because they involve no
 * money.
 */
export function createCountUnreadable(deps: { gateways: Gateway[] } & Pick<Platform, 'orm' | 'now'>): Payments['countUnreadable'] {
  const { orm, gateways, now } = deps
  return () => {
    const isOld = lt(paymentAttempts.unreadableSince, new Date(now().getTime() - UNREADABLE_MS))
    const ignored = GATEWAY_NAMES.filter((name) => GATEWAYS[name].simulated && !gateways.some((gateway) => gateway.name === name))
    return orm.$count(paymentAttempts, and(isOld, notInArray(paymentAttempts.gateway, ignored)))
  }
}
