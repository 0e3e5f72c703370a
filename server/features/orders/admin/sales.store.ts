import { and, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SalesQuery, SalesRow } from '#contracts/order-admin.ts'
import { SHOP_OFFSET, shopStart } from '#contracts/shop-time.ts'
import { orders, paymentAttempts } from '#server/features/orders/orders.schema.ts'
import type { Orm } from '#server/platform/database/database.ts'

export type SalesStore = ReturnType<typeof createSalesStore>

/** Money in dispute still counts as sold: it is with the shop until that is decided. */
const stands = inArray(paymentAttempts.state, ['paid', 'disputed'])
const wentBack = inArray(paymentAttempts.state, ['refunded', 'charged_back'])

/** `counts` says which payments count as sold; all when left out. */
export function createSalesStore(orm: Orm, { counts }: { counts?: SQL | undefined } = {}) {
  return {
    /** By month of payment, the latest first, then by what was sold for most. Both ends of the query are included. */
    list: async ({ from, to }: SalesQuery): Promise<SalesRow[]> => {
      // Not a parameter: what is selected and what is grouped by have to be the same words.
      const month = sql<string>`to_char(${paymentAttempts.paidAt} at time zone interval '${sql.raw(SHOP_OFFSET)}', 'YYYY-MM')`
      const sum = (condition: SQL) => sql<number>`coalesce(sum(${paymentAttempts.amountMinor}) filter (where ${condition}), 0)::float8`
      const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
      const rows = await orm
        .select({
          month,
          currency: paymentAttempts.currency,
          kind: paymentAttempts.product,
          id: paymentAttempts.productId,
          // Items are renamed, and orders keep the name they were made with.
          title: sql<string>`(array_agg(${orders.title} order by ${paymentAttempts.paidAt} desc))[1]`,
          sold: count(stands),
          amountMinor: sum(stands),
          refunded: count(wentBack),
          refundedMinor: sum(wentBack),
        })
        .from(paymentAttempts)
        .innerJoin(orders, sql`${orders.id} = ${paymentAttempts.orderId}`)
        .where(
          and(
            isNotNull(paymentAttempts.paidAt),
            counts,
            from ? gte(paymentAttempts.paidAt, shopStart(from)) : undefined,
            to ? lt(paymentAttempts.paidAt, shopStart(monthAfter(to))) : undefined,
          ),
        )
        .groupBy(month, paymentAttempts.currency, paymentAttempts.product, paymentAttempts.productId)
        .orderBy(sql`1 desc, 2, 7 desc, 5, 4`)
      return rows.map(({ kind, id, title, ...row }) => ({ ...row, product: { kind, id, title } }))
    },
  }
}

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
