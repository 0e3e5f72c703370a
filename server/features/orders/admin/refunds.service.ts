import type { AttemptRow, AttemptStore } from '#server/features/orders/attempts.store.ts'
import type { Ledger } from '#server/features/orders/ledger.ts'
import type { OrderStore } from '#server/features/orders/orders.store.ts'
import type { RefundsDueStore } from '#server/features/orders/refunds-due.store.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transact, Transaction } from '#server/platform/database/database.ts'
import { conflict, notFound } from '#server/platform/problems.ts'

export type RefundService = ReturnType<typeof createRefundService>

/** Takes an administrator's word that money went back. */
export function createRefundService({
  orders,
  attempts,
  dues,
  ledger,
  transact,
  record,
}: {
  orders: OrderStore
  attempts: AttemptStore
  dues: RefundsDueStore
  ledger: Ledger
  transact: Transact
  record: RecordAction
}) {
  async function lock(transaction: Transaction, attemptId: string): Promise<AttemptRow> {
    const found = await attempts.find(attemptId, transaction)
    if (!found) throw notFound('payment')
    await orders.lockProduct(transaction, found)
    const attempt = await attempts.lock(transaction, attemptId)
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
    /** An administrator gave the money back at the gateway, which does not say so itself. */
    markRefunded: (attemptId: string, reason: string, by?: Actor): Promise<void> =>
      transact(async (transaction) => {
        const attempt = await lock(transaction, attemptId)
        if (!stands(attempt)) throw conflict('Only a payment that stands can be given back')
        await ledger.move(transaction, attempt, { to: 'refunded', cause: 'admin', detail: reason })
        await recordOn(transaction, attempt, [{ field: 'payment', from: attempt.state, to: 'refunded' }, said(reason)], by)
      }),

    /**
     * An administrator gave back what was due. The payment counts as refunded from then on: the buyer keeps the item by whatever
     * else opens it, and by that alone.
     */
    settleRefund: (attemptId: string, reason: string, by?: Actor): Promise<void> =>
      transact(async (transaction) => {
        const attempt = await lock(transaction, attemptId)
        if (!(await dues.settle(transaction, attemptId))) throw conflict('Nothing is due for this payment')
        if (stands(attempt)) await ledger.move(transaction, attempt, { to: 'refunded', cause: 'admin', detail: reason })
        await recordOn(transaction, attempt, [{ field: 'refund', from: 'due', to: 'given back' }, said(reason)], by)
      }),
  }
}

function stands({ state }: AttemptRow) {
  return state === 'paid' || state === 'disputed'
}

function said(reason: string) {
  return { field: 'reason', to: reason }
}
