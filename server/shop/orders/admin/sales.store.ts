import { and, between, countDistinct, eq, gt, gte, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CURRENT_PERIODS, type CurrentSales, type SalesQuery, type SalesRow } from '#contracts/shop/order-admin.ts'
import { monthAfter, type ShopTime, weekStart } from '#contracts/shop/shop-time.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { countsAsSold } from '#server/shop/orders/ledger/counts-as-sold.ts'
import { BY_HAND } from '#server/shop/orders/ledger/money-movements.ts'
import { bookingDay, moneyMovements, orders, paymentAttempts } from '#server/shop/orders/orders.schema.ts'

const DAY_MS = 24 * 3_600_000

const isPayment = sql`${moneyMovements.kind} = 'payment'`
/** SQL for the booking date, without parameters: `select` and `group by` must have identical expressions. */
const bookedIn = (format: string) => sql<string>`to_char(${bookingDay}, '${sql.raw(format)}')`

/**
 * Reports payments and refunds by booking time, so that a refund does not change an earlier month. A disputed payment counts as refunded
 * only after the dispute is lost.
 */
export type SalesStore = ReturnType<typeof createSalesStore>

const sum = (condition: SQL) => sql<number>`coalesce(sum(${moneyMovements.amountMinor}) filter (where ${condition}), 0)::float8`
/** Counts money movements. The reversal of a failed refund counts as -1. */
const count = (condition: SQL) => sql<number>`coalesce(sum(sign(${moneyMovements.amountMinor})) filter (where ${condition}), 0)::int`

const SUMS = {
  sold: count(isPayment),
  amountMinor: sum(isPayment),
  refunded: count(sql`not ${isPayment}`),
  refundedMinor: sum(sql`not ${isPayment}`),
}

/**
 * Creates the sales report.
 * @param sold condition for payments that count as sold
 */
export function createSalesStore(
  orm: Orm,
  { sold = countsAsSold, shopTime, now }: { sold?: SQL | undefined; shopTime: () => ShopTime; now: () => Date },
) {
  return {
    /** Lists sales by month, newest first, then by amount, highest first. `from` and `to` are inclusive. */
    list: async ({ from, to }: SalesQuery): Promise<SalesRow[]> => {
      const month = bookedIn('YYYY-MM')
      const rows = await orm
        .select({
          month,
          currency: paymentAttempts.currency,
          kind: paymentAttempts.product,
          id: paymentAttempts.productId,
          // Each order stores the item's title at the time of purchase. The report uses the title of the latest order.
          title: sql<string>`(array_agg(${orders.title} order by ${paymentAttempts.paidAt} desc))[1]`,
          ...SUMS,
        })
        .from(moneyMovements)
        .innerJoin(paymentAttempts, eq(paymentAttempts.id, moneyMovements.attemptId))
        .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
        .where(and(sold, from ? gte(bookingDay, `${from}-01`) : undefined, to ? lt(bookingDay, `${monthAfter(to)}-01`) : undefined))
        .groupBy(month, paymentAttempts.currency, paymentAttempts.product, paymentAttempts.productId)
        .orderBy(sql`1 desc, 2, 7 desc, 5, 4`)
      return rows.map(({ kind, id, title, ...row }) => ({
        ...row,
        product: { kind, id, title },
        netMinor: row.amountMinor - row.refundedMinor,
      }))
    },

    /** Sums the sales of the current day, week and month by currency. Currencies without sales or refunds are omitted. */
    current: async (): Promise<CurrentSales[]> => {
      const today = shopTime().dayOf(now())
      const starts = { today, week: weekStart(today), month: `${today.slice(0, 7)}-01` }
      const sumFrom = async (period: CurrentSales['period']) => {
        const rows = await orm
          .select({ currency: paymentAttempts.currency, ...SUMS })
          .from(moneyMovements)
          .innerJoin(paymentAttempts, eq(paymentAttempts.id, moneyMovements.attemptId))
          .where(and(sold, gte(bookingDay, starts[period])))
          .groupBy(paymentAttempts.currency)
          .orderBy(paymentAttempts.currency)
        return rows.map((row) => ({ period, ...row, netMinor: row.amountMinor - row.refundedMinor }))
      }
      return (await Promise.all(CURRENT_PERIODS.map(sumFrom))).flat()
    },

    /** Counts payments that need attention: disputed ones, and ones whose refund failed in the last 30 days and was not repeated since. */
    countTroubled: async (): Promise<{ disputed: number; failedRefunds: number }> => {
      const later = alias(moneyMovements, 'later')
      const refundedSince = orm
        .select({ id: later.id })
        .from(later)
        .where(and(eq(later.attemptId, moneyMovements.attemptId), gt(later.amountMinor, 0), gt(later.at, moneyMovements.at)))
      const [disputed, [failed]] = await Promise.all([
        orm.$count(paymentAttempts, and(eq(paymentAttempts.state, 'disputed'), sold)),
        orm
          .select({ count: countDistinct(moneyMovements.attemptId) })
          .from(moneyMovements)
          .innerJoin(paymentAttempts, eq(paymentAttempts.id, moneyMovements.attemptId))
          .where(
            and(
              eq(moneyMovements.kind, 'refund'),
              ne(moneyMovements.source, BY_HAND),
              lt(moneyMovements.amountMinor, 0),
              eq(paymentAttempts.state, 'paid'),
              sold,
              notExists(refundedSince),
              gt(moneyMovements.bookedAt, new Date(now().getTime() - 30 * DAY_MS)),
            ),
          ),
      ])
      return { disputed, failedRefunds: failed?.count ?? 0 }
    },

    /** Counts payments by day and item, optionally for a single kind or item. `from` and `to` are inclusive. */
    listSoldByDay: ({ from, to }: { from: string; to: string }, only: { kind?: string; id?: string } = {}) => {
      const { product: kind, productId: id } = paymentAttempts
      return orm
        .select({ day: bookedIn('YYYY-MM-DD'), kind, id, bought: sql<number>`count(*)::int` })
        .from(moneyMovements)
        .innerJoin(paymentAttempts, eq(paymentAttempts.id, moneyMovements.attemptId))
        .where(
          and(
            isPayment,
            sold,
            between(bookingDay, from, to),
            only.kind ? sql`${kind} = ${only.kind}` : undefined,
            only.id ? eq(id, only.id) : undefined,
          ),
        )
        .groupBy(sql`1`, kind, id)
    },
  }
}
