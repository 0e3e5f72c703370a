import { and, arrayContains, desc, eq, or } from 'drizzle-orm'
import type { Page } from '#contracts/common/list.ts'
import type { OrderQuery, OrderSummary } from '#contracts/shop/order-admin.ts'
import { planListInOneQuery } from '#server/platform/lists/plan-list.ts'
import { selectPageIds, toPage } from '#server/platform/lists/select-page.ts'
import { orders, paymentAttempts } from '#server/shop/orders/orders.schema.ts'
import { orderColumns, type RelatedDeps, readRelated, toSummary } from './order-summaries.ts'
import { stateFilter } from './state-filter.ts'

/** Lists a page of orders for administrators, best matches first, then the latest. */
export type ListOrders = (query: OrderQuery) => Promise<Page<OrderSummary>>

export function createListOrders({ orm, receipts, money }: RelatedDeps): ListOrders {
  /** Finds orders by receipt number, or by a reference or id at the gateway. */
  async function findByNumber(q: string | undefined): Promise<string[]> {
    const text = q?.replaceAll('\0', '').trim()
    if (!text) return []
    const isReferredTo = or(
      eq(paymentAttempts.reference, text.toLowerCase()),
      eq(paymentAttempts.gatewayReference, text),
      arrayContains(paymentAttempts.gatewayIds, [text]),
    )
    const [byReference, byReceipt] = await Promise.all([
      orm.select({ id: paymentAttempts.orderId }).from(paymentAttempts).where(isReferredTo),
      /^[1-9]\d{0,8}$/.test(text) ? receipts.findOrderId(Number(text)) : undefined,
    ])
    return [...new Set([...byReference.map(({ id }) => id), ...(byReceipt ? [byReceipt] : [])])]
  }

  return async ({ state, ...query }) => {
    const plan = planListInOneQuery(orders, query, { named: await findByNumber(query.q) })
    const filters = and(plan.matches, stateFilter(orm, state))
    const page = selectPageIds(orm, orders, plan, { filters, limit: query.limit })
    const [rows, total] = await Promise.all([
      orm
        .select({ ...orderColumns, rank: page.rank })
        .from(orders)
        .innerJoin(page, eq(page.id, orders.id))
        .orderBy(page.rank, desc(orders.id)),
      orm.$count(orders, filters),
    ])
    const related = await readRelated(
      { orm, receipts, money },
      rows.map(({ id }) => id),
    )
    return toPage(rows, total, query.limit, (row) => toSummary(row, related))
  }
}
