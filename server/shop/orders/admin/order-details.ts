import { eq, inArray } from 'drizzle-orm'
import type { AttemptDetails, OrderDetails } from '#contracts/shop/order-admin.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import type { MoneyMovement } from '#server/shop/orders/money-movements.store.ts'
import { BY_HAND, listReturned } from '#server/shop/orders/money-movements.ts'
import { attemptEvents, gatewayMessages, orderHolders, orders } from '#server/shop/orders/orders.schema.ts'
import { appliedRate } from '#server/shop/orders/orders.store.ts'
import { orderColumns, type RefundRow, type Related, type RelatedDeps, readRelated, toSummary } from './order-summaries.ts'
import { readableBody } from './readable-body.ts'

/** Finds an order for administrators, with its attempts, grant, refunds, receipt and money movements. */
export type FindOrderDetails = (id: string) => Promise<OrderDetails | undefined>

export function createFindOrderDetails({ orm, receipts, money }: RelatedDeps): FindOrderDetails {
  async function readAttempts({ attempts: rows, refunds, movements }: Related): Promise<AttemptDetails[]> {
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    const [events, messages] = await Promise.all([
      orm.select().from(attemptEvents).where(inArray(attemptEvents.attemptId, ids)).orderBy(attemptEvents.id),
      orm.select().from(gatewayMessages).where(inArray(gatewayMessages.attemptId, ids)).orderBy(gatewayMessages.id),
    ])
    return rows.map((row) => {
      const belongs = ({ attemptId }: { attemptId: string }) => attemptId === row.id
      return toAttempt(row, {
        refund: refunds.find(belongs),
        movements: movements.filter(belongs),
        events: events.filter(belongs),
        messages: messages.filter(belongs),
      })
    })
  }

  return async (id) => {
    const [order] = await orm.select(orderColumns).from(orders).where(eq(orders.id, id))
    if (!order) return undefined
    const [related, browsers] = await Promise.all([
      readRelated({ orm, receipts, money }, [id]),
      orm.$count(orderHolders, eq(orderHolders.orderId, id)),
    ])
    const [receipt, grant] = [related.receipts[0], related.grants[0]]
    return {
      ...toSummary(order, related),
      priceMinor: order.priceMinor,
      rate: appliedRate(order),
      browsers,
      receipt: receipt
        ? { number: receipt.number, email: receipt.email, issuedAt: receipt.datedAt.toISOString(), sentAt: toIso(receipt.sentAt) }
        : null,
      grant: grant ? { reason: grant.reason, by: grant.by, at: grant.at.toISOString(), revokedAt: toIso(grant.revokedAt) } : null,
      attempts: await readAttempts(related),
    }
  }
}

function toAttempt(
  row: AttemptRow,
  {
    refund,
    movements,
    events,
    messages,
  }: {
    refund: RefundRow | undefined
    movements: MoneyMovement[]
    events: (typeof attemptEvents.$inferSelect)[]
    messages: (typeof gatewayMessages.$inferSelect)[]
  },
): AttemptDetails {
  return {
    id: row.id,
    state: row.state,
    gateway: row.gateway,
    method: row.method,
    reference: row.reference,
    gatewayReference: row.gatewayReference,
    reason: row.reason,
    amount: { currency: row.currency, minor: row.amountMinor },
    createdAt: row.createdAt.toISOString(),
    paidAt: toIso(row.paidAt),
    expiresAt: toIso(row.expiresAt),
    nextCheckAt: toIso(row.nextCheckAt),
    unreadableSince: toIso(row.unreadableSince),
    refundDue: refund ? { reason: refund.reason, since: refund.since.toISOString(), settledAt: toIso(refund.settledAt) } : null,
    returns: listReturned(movements).map(({ at, kind, amountMinor, source, detail }) => ({
      at: at.toISOString(),
      kind,
      amountMinor,
      byHand: source === BY_HAND,
      reason: detail,
    })),
    events: events.map(({ at, from, to, cause, detail }) => ({ at: at.toISOString(), from, to, cause, detail })),
    messages: messages.map(({ at, kind, body }) => ({ at: at.toISOString(), kind, body: readableBody(body) })),
  }
}

function toIso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
