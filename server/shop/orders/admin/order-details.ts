import { and, desc, eq, getTableColumns, inArray, isNotNull } from 'drizzle-orm'
import type { AttemptDetails, OrderDetails, OrderSummary } from '#contracts/shop/order-admin.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { mailState } from '#server/platform/outbox/outbox.store.ts'
import type { AttemptRow } from '#server/shop/orders/attempts/attempts.store.ts'
import { copies } from '#server/shop/orders/copies/copies.schema.ts'
import type { CopyRow } from '#server/shop/orders/copies/copies.store.ts'
import { BY_HAND, listReturned, type MoneyMovement, type MoneyStore, sumReturned } from '#server/shop/orders/ledger/money-movements.ts'
import { orderState } from '#server/shop/orders/order-predicates.ts'
import { attemptEvents, gatewayMessages, orders, orderViewers, paymentAttempts, refundsDue } from '#server/shop/orders/orders.schema.ts'
import { appliedRate, type OrderRow } from '#server/shop/orders/orders.store.ts'
import type { Receipt } from '#server/shop/receipts/issue-receipt.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'

const { searchName: _searchName, searchText: _searchText, ...orderColumns } = getTableColumns(orders)

export { orderColumns }

type RefundRow = typeof refundsDue.$inferSelect

export type RelatedDeps = { orm: Orm; receipts: Pick<ReceiptService, 'findByOrders' | 'findOrderId'>; money: MoneyStore }
/** Related rows from which order summaries are derived. */
type Related = {
  attempts: AttemptRow[]
  grants: CopyRow[]
  refunds: RefundRow[]
  receipts: Receipt[]
  movements: MoneyMovement[]
}

/** Finds an order for administrators, with its payment attempts, grant, refunds, receipt and money movements. */
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
      orm.$count(orderViewers, eq(orderViewers.orderId, id)),
    ])
    const [receipt, grant] = [related.receipts[0], related.grants[0]]
    return {
      ...toSummary(order, related),
      priceMinor: order.priceMinor,
      rate: appliedRate(order),
      browsers,
      receipt: receipt
        ? {
            number: receipt.number,
            email: receipt.email,
            issuedAt: receipt.datedAt.toISOString(),
            sentAt: mailState(receipt) === 'accepted' ? toIso(receipt.sentAt) : null,
            mail: mailState(receipt),
            problem: receipt.problem,
          }
        : null,
      grant: grant
        ? { reason: grant.reason ?? '', by: grant.grantedBy, at: grant.madeAt.toISOString(), revokedAt: toIso(grant.revokedAt) }
        : null,
      attempts: await readAttempts(related),
    }
  }
}

export async function readRelated({ orm, receipts, money }: RelatedDeps, ids: string[]): Promise<Related> {
  if (ids.length === 0) return { attempts: [], grants: [], refunds: [], receipts: [], movements: [] }
  const [attempts, grants, refunds, issued] = await Promise.all([
    orm.select().from(paymentAttempts).where(inArray(paymentAttempts.orderId, ids)).orderBy(desc(paymentAttempts.id)),
    orm
      .select()
      .from(copies)
      .where(and(inArray(copies.orderId, ids), isNotNull(copies.reason))),
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
  const grant = grants.find(({ orderId }) => orderId === order.id)
  return {
    id: order.id,
    state: orderState(order, own, grant !== undefined && grant.revokedAt === null),
    product: { kind: order.product, id: order.productId, title: order.title },
    amount: grant ? null : { currency: order.currency, minor: order.amountMinor },
    returnedMinor: sumReturned(movements.filter(({ attemptId }) => own.some(({ id }) => id === attemptId))),
    email: order.email,
    receiptNumber: receipts.find(({ orderId }) => orderId === order.id)?.number ?? null,
    trial: own.some(({ trial }) => trial),
    refundDue: refunds.some(({ attemptId, settledAt }) => settledAt === null && own.some(({ id }) => id === attemptId)),
    createdAt: order.createdAt.toISOString(),
  }
}

function toAttempt(
  row: AttemptRow,
  options: {
    refund: RefundRow | undefined
    movements: MoneyMovement[]
    events: (typeof attemptEvents.$inferSelect)[]
    messages: (typeof gatewayMessages.$inferSelect)[]
  },
): AttemptDetails {
  const { refund, movements, events, messages } = options
  return {
    id: row.id,
    state: row.state,
    gateway: row.gateway,
    method: row.method,
    trial: row.trial,
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

/** Returns a gateway's message for display to administrators, without signatures and secrets. */
export function readableBody(body: string): string {
  if (/^\s*[{[]/.test(body)) return body.replace(/("client_secret"\s*:\s*)"[^"]*"/g, '$1"(omitted)"')
  return body
    .split('&')
    .filter((pair) => !/^\s*hash=/i.test(pair))
    .join('&')
}
