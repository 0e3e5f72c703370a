import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Purchase } from '#contracts/shop/purchase.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { digestClient } from '#server/platform/digest.ts'
import { RETURNED } from '#server/shop/orders/attempts/attempt-states.ts'
import { copies, copyHolders } from '#server/shop/orders/copies/copies.schema.ts'
import { isObtained } from '#server/shop/orders/copies/copy-predicates.ts'
import { isOwned } from '#server/shop/orders/copies/ownership.ts'
import { listReturned } from '#server/shop/orders/ledger/money-movements.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { orders, paymentAttempts } from '#server/shop/orders/orders.schema.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'

type HeldOrder = OrderRow & { obtainedAt: Date }

/** Creates a function that lists the items that a browser owns or that were refunded, newest first, each item once. */
export function createListPurchases(deps: Pick<OrderDeps, 'orm' | 'money' | 'findProduct'> & { receipts: Pick<ReceiptService, 'find'> }) {
  const { orm, money, receipts, findProduct } = deps

  async function toPurchase(order: HeldOrder, refundedAt?: Date): Promise<Purchase> {
    const { id, product, productId, title, obtainedAt } = order
    const [receipt, item] = await Promise.all([receipts.find(id), findProduct(order)])
    return {
      orderId: id,
      product: { kind: product, id: productId, title },
      boughtAt: obtainedAt.toISOString(),
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

/** Lists the orders of the copies that the client holds, if they were ever paid or are granted, newest first. */
export async function listHeld(orm: Orm, clientDigest: string): Promise<HeldOrder[]> {
  const rows = await orm
    .select({ order: orders, obtainedAt: copies.madeAt })
    .from(copyHolders)
    .innerJoin(copies, eq(copies.id, copyHolders.copyId))
    .innerJoin(orders, eq(orders.id, copies.orderId))
    .where(and(eq(copyHolders.clientDigest, clientDigest), isObtained))
    .orderBy(sql`${orders.id} desc`)
  return rows.map(({ order, obtainedAt }) => ({ ...order, obtainedAt }))
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
