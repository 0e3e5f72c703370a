import { and, desc, eq, sql } from 'drizzle-orm'
import { toMinor } from '#contracts/shop/money.ts'
import type { RefundForm } from '#contracts/shop/order-admin.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { conflict, invalidRequest, notFound } from '#server/platform/problems.ts'
import { isStanding } from '#server/shop/orders/attempts/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts/attempts.store.ts'
import { sumByHand, sumReturned } from '#server/shop/orders/ledger/money-movements.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { attemptEvents } from '#server/shop/orders/orders.schema.ts'

/** Records refunds that an administrator issued at a gateway, and undoes records made by mistake. */
export type Refunds = ReturnType<typeof createRefunds>

export function createRefunds(deps: OrderDeps & { record: RecordAction }) {
  const { orders, attempts, money, refundsDue, transition, refundRecorder, transact, record } = deps

  async function lock(transaction: Transaction, attemptId: string): Promise<AttemptRow> {
    const attempt = await attempts.lockWithProduct(transaction, attemptId)
    if (!attempt) throw notFound('payment')
    return attempt
  }

  async function recordOn(
    transaction: Transaction,
    attempt: AttemptRow,
    changes: { field: string; from?: string; to?: string }[],
    by: Actor | undefined,
  ) {
    const order = await orders.find(attempt.orderId, transaction)
    await record(transaction, { noun: 'order', verb: 'changed', subject: { id: attempt.orderId, name: order?.title ?? '' }, changes, by })
  }

  return {
    /** Records that a paid or disputed payment, or a part of its amount, was refunded at a gateway that does not report refunds. */
    markRefunded: (attemptId: string, { reason, amount }: RefundForm, by?: Actor) =>
      transact(async (transaction) => {
        const attempt = await lock(transaction, attemptId)
        if (!isStanding(attempt.state)) throw conflict('Only a paid or disputed payment can be refunded')
        const left = attempt.amountMinor - sumReturned(await money.listOf([attemptId], transaction))
        const minor = amount === undefined ? left : toMinor(amount)
        const text = (minor: number) => formatAmount({ currency: attempt.currency, minor })
        if (minor > left) throw invalidRequest([{ field: 'amount', message: `Only ${text(left)} of this payment can still be refunded.` }])
        if (minor < left) {
          await refundRecorder.part(transaction, attempt, { minor, reason })
          return recordOn(transaction, attempt, [{ field: 'part refunded', to: text(minor) }, reasonChange(reason)], by)
        }
        await transition(transaction, attempt, { to: 'refunded', cause: 'admin', detail: reason })
        await recordOn(transaction, attempt, [{ field: 'payment', from: attempt.state, to: 'refunded' }, reasonChange(reason)], by)
      }),

    /** Restores a payment that an administrator marked as refunded by mistake, or undoes the last manually recorded partial refund. */
    undoRefunded: (attemptId: string, reason: string, by?: Actor) =>
      transact(async (transaction) => {
        const attempt = await lock(transaction, attemptId)
        const minor = isStanding(attempt.state) ? await refundRecorder.undoPart(transaction, attempt, reason) : 0
        if (minor > 0) {
          const text = formatAmount({ currency: attempt.currency, minor })
          return recordOn(transaction, attempt, [{ field: 'part refunded', from: text }, reasonChange(reason)], by)
        }
        const marked = attempt.state === 'refunded' ? await lastTransition(transaction, attemptId) : undefined
        const isReported = sumByHand(await money.listOf([attemptId], transaction)) === 0
        if (marked?.cause !== 'admin' || !marked.from || isReported)
          throw conflict(
            'Only a payment that was marked as refunded here can be restored',
            'Refunds reported by the payment service can’t be undone here.',
          )
        await transition(transaction, attempt, { to: marked.from, cause: 'admin', detail: reason })
        await recordOn(transaction, attempt, [{ field: 'payment', from: 'refunded', to: marked.from }, reasonChange(reason)], by)
      }),

    /** Records that a due refund was paid. The payment no longer gives access to the item, but another payment or a grant still does. */
    settleRefund: (attemptId: string, reason: string, by?: Actor) =>
      transact(async (transaction) => {
        const attempt = await lock(transaction, attemptId)
        if (!(await refundsDue.settle(transaction, attemptId))) throw conflict('No refund is due for this payment')
        if (isStanding(attempt.state)) await transition(transaction, attempt, { to: 'refunded', cause: 'admin', detail: reason })
        await recordOn(transaction, attempt, [{ field: 'refund', from: 'due', to: 'refunded' }, reasonChange(reason)], by)
      }),
  }
}

/** Finds the latest state change of a payment attempt. */
async function lastTransition(transaction: Transaction, attemptId: string) {
  const { from, to } = attemptEvents
  const changed = and(eq(attemptEvents.attemptId, attemptId), sql`${from} is distinct from ${to}`)
  return (await transaction.select().from(attemptEvents).where(changed).orderBy(desc(attemptEvents.id)).limit(1))[0]
}

function reasonChange(reason: string) {
  return { field: 'reason', to: reason }
}
