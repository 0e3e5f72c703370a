import { and, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { SalesQuery, SalesRow } from '#contracts/order-admin.ts'
import type { ProductKind } from '#contracts/product.ts'
import { SHOP_OFFSET, shopDay, shopStart } from '#contracts/shop-time.ts'
import { RETURNED, STANDING } from '#server/features/orders/attempt-states.ts'
import { orders, paymentAttempts } from '#server/features/orders/orders.schema.ts'
import type { Orm } from '#server/platform/database/database.ts'

export type SalesStore = ReturnType<typeof createSalesStore>

/** A disputed payment counts as sold until the dispute is decided. */
const stands = inArray(paymentAttempts.state, STANDING)
const returned = inArray(paymentAttempts.state, RETURNED)

/** `sold` narrows down the payments that count as sold. */
export function createSalesStore(orm: Orm, { sold }: { sold?: SQL | undefined } = {}) {
  return {
    /** By month of payment, the latest first, then by amount, the highest first. Includes both months of the query. */
    list: async ({ from, to }: SalesQuery): Promise<SalesRow[]> => {
      // Raw, not a parameter: the selected and the grouped expression have to be the same text.
      const month = sql<string>`to_char(${paymentAttempts.paidAt} at time zone interval '${sql.raw(SHOP_OFFSET)}', 'YYYY-MM')`
      const sum = (condition: SQL) => sql<number>`coalesce(sum(${paymentAttempts.amountMinor}) filter (where ${condition}), 0)::float8`
      const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
      const rows = await orm
        .select({
          month,
          currency: paymentAttempts.currency,
          kind: paymentAttempts.product,
          id: paymentAttempts.productId,
          // Orders keep the title of their time; the latest is shown.
          title: sql<string>`(array_agg(${orders.title} order by ${paymentAttempts.paidAt} desc))[1]`,
          sold: count(stands),
          amountMinor: sum(stands),
          refunded: count(returned),
          refundedMinor: sum(returned),
        })
        .from(paymentAttempts)
        .innerJoin(orders, sql`${orders.id} = ${paymentAttempts.orderId}`)
        .where(
          and(
            isNotNull(paymentAttempts.paidAt),
            sold,
            from ? gte(paymentAttempts.paidAt, shopStart(from)) : undefined,
            to ? lt(paymentAttempts.paidAt, shopStart(monthAfter(to))) : undefined,
          ),
        )
        .groupBy(month, paymentAttempts.currency, paymentAttempts.product, paymentAttempts.productId)
        .orderBy(sql`1 desc, 2, 7 desc, 5, 4`)
      return rows.map(({ kind, id, title, ...row }) => ({ ...row, product: { kind, id, title } }))
    },

    /** Payments that stand, by day and item; of one kind or one item only, if it is given. Includes both days. */
    listSoldByDay: async (
      { from, to }: { from: string; to: string },
      only: { kind?: string | undefined; id?: string } = {},
    ): Promise<{ day: string; kind: ProductKind; id: string; bought: number }[]> => {
      const { product: kind, productId: id, paidAt } = paymentAttempts
      return orm
        .select({
          day: sql<string>`to_char(${paidAt} at time zone interval '${sql.raw(SHOP_OFFSET)}', 'YYYY-MM-DD')`,
          ...{ kind, id, bought: sql<number>`count(*)::int` },
        })
        .from(paymentAttempts)
        .where(
          and(
            ...[stands, sold, gte(paidAt, shopStart(from)), lt(paidAt, shopStart(dayAfter(to)))],
            only.kind ? sql`${kind} = ${only.kind}` : undefined,
            only.id ? eq(id, only.id) : undefined,
          ),
        )
        .groupBy(sql`1`, kind, id)
    },
  }
}

function dayAfter(day: string): string {
  return shopDay(new Date(shopStart(day).getTime() + 24 * 3_600_000))
}

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}
