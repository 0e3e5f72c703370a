import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Purchase } from '#contracts/shop/purchase.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import { RETURNED } from '#server/shop/orders/attempts/attempt-states.ts'
import { listReturned } from '#server/shop/orders/ledger/money-movements.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { isGranted, wasPaid } from '#server/shop/orders/order-predicates.ts'
import { orderGrants, orderHolders, orders, paymentAttempts } from '#server/shop/orders/orders.schema.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import { isOwned } from '#server/shop/orders/ownership.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'

/** Creates a function that lists the items that a browser owns or that were refunded, newest first, each item once. */
export function createListPurchases(deps: Pick<OrderDeps, 'orm' | 'money' | 'findProduct'> & { receipts: Pick<ReceiptService, 'find'> }) {
  const { orm, money, receipts, findProduct } = deps

  async function toPurchase(order: OrderRow, refundedAt?: Date): Promise<Purchase> {
    const { id, product, productId, title, createdAt } = order
    const [receipt, obtainedAt, item] = await Promise.all([receipts.find(id), findObtainedAt(orm, id), findProduct(order)])
    return {
      orderId: id,
      product: { kind: product, id: productId, title },
      boughtAt: (obtainedAt ?? createdAt).toISOString(),
      receiptNumber: receipt?.number ?? null,
      available: item !== undefined && !refundedAt,
      refundedAt: refundedAt?.toISOString() ?? null,
    }
  }

  return async (clientId: string): Promise<Purchase[]> => {
    const clientDigest = digestClient(clientId)
    const purchases = new Map<string, Purchase>()
    for (const order of await listHeld(orm, clientDigest)) {
      const key = `${order.product} ${order.productId}`
      if (purchases.has(key)) continue
      if (await isOwned(orm, clientDigest, order)) purchases.set(key, await toPurchase(order))
      else {
        const refundedAt = await findReturnedAt(orm, money, order.id)
        if (refundedAt) purchases.set(key, await toPurchase(order, refundedAt))
      }
    }
    return [...purchases.values()]
  }
}

/** Lists the orders held by the client that were ever paid or are granted, newest first. */
export async function listHeld(orm: Orm, clientDigest: string): Promise<OrderRow[]> {
  const rows = await orm
    .select({ order: orders })
    .from(orders)
    .innerJoin(orderHolders, eq(orderHolders.orderId, orders.id))
    .where(and(eq(orderHolders.clientDigest, clientDigest), or(wasPaid(), isGranted())))
    .orderBy(sql`${orders.id} desc`)
  return rows.map((row) => row.order)
}

/** Returns the time when an order was first paid or, if never paid, granted. */
async function findObtainedAt(orm: Orm, orderId: string): Promise<Date | undefined> {
  const [paid] = await orm
    .select({ at: paymentAttempts.paidAt })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), isNotNull(paymentAttempts.paidAt)))
    .orderBy(paymentAttempts.paidAt)
    .limit(1)
  if (paid?.at) return paid.at
  const [grant] = await orm.select({ at: orderGrants.at }).from(orderGrants).where(eq(orderGrants.orderId, orderId))
  return grant?.at
}

/** Returns the time when an order was refunded, as reported by the gateway if available; undefined if it was not refunded. */
async function findReturnedAt(orm: Orm, money: OrderDeps['money'], orderId: string): Promise<Date | undefined> {
  const returned = await orm
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), inArray(paymentAttempts.state, RETURNED)))
  const movements = listReturned(await money.listOf(returned.map(({ id }) => id))).filter(({ amountMinor }) => amountMinor > 0)
  return movements.at(-1)?.at
}
