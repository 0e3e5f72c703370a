import { and, arrayContains, countDistinct, desc, eq, getTableColumns, inArray, or } from 'drizzle-orm'
import type { Page } from '#contracts/common/list.ts'
import type { AttemptDetails, OrderDetails, OrderQuery, OrderSummary } from '#contracts/shop/order-admin.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { planListInOneQuery } from '#server/platform/lists/plan-list.ts'
import { selectPageIds, toPage } from '#server/platform/lists/select-page.ts'
import type { MoneyMovement, MoneyStore } from '#server/shop/orders/money-movements.store.ts'
import { BY_HAND, listReturned, sumReturned } from '#server/shop/orders/money-movements.ts'
import { isGranted, isPaid, orderState } from '#server/shop/orders/order-predicates.ts'
import {
  attemptEvents,
  gatewayMessages,
  orderGrants,
  orderHolders,
  orders,
  paymentAttempts,
  refundsDue,
} from '#server/shop/orders/orders.schema.ts'
import { appliedRate, type OrderRow } from '#server/shop/orders/orders.store.ts'
import { readableBody } from './readable-body.ts'
import { stateFilter } from './state-filter.ts'

const { searchName: _searchName, searchText: _searchText, ...columns } = getTableColumns(orders)

type AttemptRow = typeof paymentAttempts.$inferSelect
type GrantRow = typeof orderGrants.$inferSelect
type RefundRow = typeof refundsDue.$inferSelect
type Receipt = { orderId: string; number: number; email: string; datedAt: Date; sentAt: Date | null }
/** Finds receipts, which are issued by another feature. */
export type ReceiptLookup = {
  /** Finds the first receipt of each order */
  findByOrders: (orderIds: string[]) => Promise<Receipt[]>
  findOrderId: (number: number) => Promise<string | undefined>
}
export type OrderAdminStore = ReturnType<typeof createOrderAdminStore>

/** Reads orders for administrators, with their attempts, grants, refunds, receipts and money movements. */
export function createOrderAdminStore(orm: Orm, { receipts, money }: { receipts: ReceiptLookup; money: MoneyStore }) {
  /** Finds orders by receipt number, or by a reference or id at the gateway. */
  async function findByNumber(q: string | undefined): Promise<string[]> {
    const text = q?.replaceAll('\0', '').trim()
    if (!text) return []
    const [byReference, byReceipt] = await Promise.all([
      orm
        .select({ id: paymentAttempts.orderId })
        .from(paymentAttempts)
        .where(
          or(
            eq(paymentAttempts.reference, text.toLowerCase()),
            eq(paymentAttempts.gatewayReference, text),
            arrayContains(paymentAttempts.gatewayIds, [text]),
          ),
        ),
      /^[1-9]\d{0,8}$/.test(text) ? receipts.findOrderId(Number(text)) : undefined,
    ])
    return [...new Set([...byReference.map(({ id }) => id), ...(byReceipt ? [byReceipt] : [])])]
  }

  /** Reads the related rows from which the summaries of orders are derived. */
  async function readRelated(ids: string[]) {
    if (ids.length === 0) return { attempts: [], grants: [], refunds: [], receipts: [], movements: [] }
    const [attempts, grants, refunds, issued] = await Promise.all([
      orm.select().from(paymentAttempts).where(inArray(paymentAttempts.orderId, ids)).orderBy(desc(paymentAttempts.id)),
      orm.select().from(orderGrants).where(inArray(orderGrants.orderId, ids)),
      orm
        .select({ ...getTableColumns(refundsDue) })
        .from(refundsDue)
        .innerJoin(paymentAttempts, eq(paymentAttempts.id, refundsDue.attemptId))
        .where(inArray(paymentAttempts.orderId, ids)),
      receipts.findByOrders(ids),
    ])
    const paid = attempts.filter(({ paidAt }) => paidAt !== null).map(({ id }) => id)
    const movements = paid.length > 0 ? await money.listOf(paid) : []
    return { attempts, grants, refunds, receipts: issued, movements }
  }

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
        ...{ refund: refunds.find(belongs), movements: movements.filter(belongs) },
        ...{ events: events.filter(belongs), messages: messages.filter(belongs) },
      })
    })
  }

  return {
    /** Lists a page of orders, best matches first, then the latest. */
    list: async ({ state, ...query }: OrderQuery): Promise<Page<OrderSummary>> => {
      const plan = planListInOneQuery(orders, query, { named: await findByNumber(query.q) })
      const filters = and(plan.matches, stateFilter(orm, state))
      const page = selectPageIds(orm, orders, plan, { filters, limit: query.limit })
      const [rows, total] = await Promise.all([
        orm
          .select({ ...columns, rank: page.rank })
          .from(orders)
          .innerJoin(page, eq(page.id, orders.id))
          .orderBy(page.rank, desc(orders.id)),
        orm.$count(orders, filters),
      ])
      const related = await readRelated(rows.map(({ id }) => id))
      return toPage(rows, total, query.limit, (row) => toSummary(row, related))
    },

    find: async (id: string): Promise<OrderDetails | undefined> => {
      const [order] = await orm.select(columns).from(orders).where(eq(orders.id, id))
      if (!order) return undefined
      const [related, browsers] = await Promise.all([readRelated([id]), orm.$count(orderHolders, eq(orderHolders.orderId, id))])
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
    },

    /** Counts the e-mail addresses that own the product, by a payment or a grant. */
    countOwners: async ({ product, productId }: ProductRef): Promise<number> => {
      const [row] = await orm
        .select({ owners: countDistinct(orders.email) })
        .from(orders)
        .where(and(eq(orders.product, product), eq(orders.productId, productId), or(isPaid(), isGranted())))
      return row?.owners ?? 0
    },

    hasAttempt: async (orderId: string, attemptId: string): Promise<boolean> =>
      (await orm.$count(paymentAttempts, and(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.orderId, orderId)))) > 0,
  }
}

type Related = { attempts: AttemptRow[]; grants: GrantRow[]; refunds: RefundRow[]; receipts: Receipt[]; movements: MoneyMovement[] }

function toSummary(order: OrderRow, { attempts, grants, refunds, receipts, movements }: Related): OrderSummary {
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
  const { id, state, gateway, method, reference, gatewayReference, reason } = row
  return {
    ...{ id, state, gateway, method, reference, gatewayReference, reason },
    amount: { currency: row.currency, minor: row.amountMinor },
    createdAt: row.createdAt.toISOString(),
    paidAt: toIso(row.paidAt),
    expiresAt: toIso(row.expiresAt),
    nextCheckAt: toIso(row.nextCheckAt),
    unreadableSince: toIso(row.unreadableSince),
    refundDue: refund ? { reason: refund.reason, since: refund.since.toISOString(), settledAt: toIso(refund.settledAt) } : null,
    returns: listReturned(movements).map(({ at, kind, amountMinor, source, detail }) => ({
      ...{ at: at.toISOString(), kind, amountMinor, byHand: source === BY_HAND, reason: detail },
    })),
    events: events.map(({ at, from, to, cause, detail }) => ({ at: at.toISOString(), from, to, cause, detail })),
    messages: messages.map(({ at, kind, body }) => ({ at: at.toISOString(), kind, body: readableBody(body) })),
  }
}

function toIso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
