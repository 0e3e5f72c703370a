import { desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { OrderSummary } from '#contracts/shop/order-admin.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import type { MoneyMovement, MoneyStore } from '#server/shop/orders/money-movements.store.ts'
import { sumReturned } from '#server/shop/orders/money-movements.ts'
import { orderState } from '#server/shop/orders/order-predicates.ts'
import { orderGrants, orders, paymentAttempts, refundsDue } from '#server/shop/orders/orders.schema.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'

const { searchName: _searchName, searchText: _searchText, ...orderColumns } = getTableColumns(orders)

export { orderColumns }

export type RefundRow = typeof refundsDue.$inferSelect
type Receipt = { orderId: string; number: number; email: string; datedAt: Date; sentAt: Date | null }
/** Finds receipts, which are issued by another feature. */
export type ReceiptLookup = {
  /** Finds the first receipt of each order */
  findByOrders: (orderIds: string[]) => Promise<Receipt[]>
  findOrderId: (number: number) => Promise<string | undefined>
}

export type RelatedDeps = { orm: Orm; receipts: ReceiptLookup; money: MoneyStore }
/** The rows from which the summaries of orders are derived. */
export type Related = {
  attempts: AttemptRow[]
  grants: (typeof orderGrants.$inferSelect)[]
  refunds: RefundRow[]
  receipts: Receipt[]
  movements: MoneyMovement[]
}

export async function readRelated({ orm, receipts, money }: RelatedDeps, ids: string[]): Promise<Related> {
  if (ids.length === 0) return { attempts: [], grants: [], refunds: [], receipts: [], movements: [] }
  const [attempts, grants, refunds, issued] = await Promise.all([
    orm.select().from(paymentAttempts).where(inArray(paymentAttempts.orderId, ids)).orderBy(desc(paymentAttempts.id)),
    orm.select().from(orderGrants).where(inArray(orderGrants.orderId, ids)),
    orm
      .select(getTableColumns(refundsDue))
      .from(refundsDue)
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, refundsDue.attemptId))
      .where(inArray(paymentAttempts.orderId, ids)),
    receipts.findByOrders(ids),
  ])
  const paid = attempts.filter(({ paidAt }) => paidAt !== null).map(({ id }) => id)
  return { attempts, grants, refunds, receipts: issued, movements: paid.length > 0 ? await money.listOf(paid) : [] }
}

export function toSummary(order: OrderRow, { attempts, grants, refunds, receipts, movements }: Related): OrderSummary {
  const own = attempts.filter(({ orderId }) => orderId === order.id)
  const granted = grants.some(({ orderId, revokedAt }) => orderId === order.id && revokedAt === null)
  return {
    id: order.id,
    state: orderState(order, own, granted),
    product: { kind: order.product, id: order.productId, title: order.title },
    amount: order.clientDigest === null ? null : { currency: order.currency, minor: order.amountMinor },
    returnedMinor: sumReturned(movements.filter(({ attemptId }) => own.some(({ id }) => id === attemptId))),
    email: order.email,
    receiptNumber: receipts.find(({ orderId }) => orderId === order.id)?.number ?? null,
    refundDue: refunds.some(({ attemptId, settledAt }) => settledAt === null && own.some(({ id }) => id === attemptId)),
    createdAt: order.createdAt.toISOString(),
  }
}
