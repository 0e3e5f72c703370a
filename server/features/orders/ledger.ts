import type { AttemptState } from '#contracts/payment.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { mayBecome } from './attempt-transitions.ts'
import type { AttemptChanges, AttemptRow, AttemptStore } from './attempts.store.ts'
import { nextCheckAt } from './check-schedule.ts'
import type { AttemptCause } from './orders.schema.ts'
import type { OrderRow, OrderStore, Product } from './orders.store.ts'

export type Move = { to: AttemptState; cause: AttemptCause; detail?: string | undefined }
export type Ledger = ReturnType<typeof createLedger>

/** What other features do with a payment, each inside the transaction that records it. */
export type LedgerEffects = {
  issueReceipt: (transaction: Transaction, sale: { attemptId: string; orderId: string; email: string }) => Promise<number>
  setEntitlement: (
    connection: Pick<Orm, 'insert' | 'update'>,
    holder: Product & { clientDigest: string },
    entitled: boolean,
  ) => Promise<void>
  /** Notes how many payments for the product stand now; false when the product is gone. */
  setSold: (transaction: Transaction, product: Product, sold: number) => Promise<boolean>
}

/** The one place where an attempt changes its state, and where everything that follows from it is done with it. */
export function createLedger({
  orders,
  attempts,
  effects,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  effects: LedgerEffects
  now: () => Date
}) {
  /** Works out anew who owns what through an order. The product is locked by the caller. */
  async function settleOwnership(transaction: Transaction, order: OrderRow) {
    const { product, productId } = order
    for (const clientDigest of await orders.holdersOf(transaction, order.id)) {
      const owned = await orders.isOwned(transaction, clientDigest, order)
      await effects.setEntitlement(transaction, { clientDigest, product, productId }, owned)
    }
  }

  async function followMoney(transaction: Transaction, attempt: AttemptRow, { to }: Move) {
    const order = await orders.find(attempt.orderId, transaction)
    if (!order) throw new Error('An attempt without an order')
    if (to === 'paid') {
      if (!order.closedAt) await orders.update(transaction, order.id, { closedAt: now() })
      if (!order.email) throw new Error('A payment without an e-mail address')
      await effects.issueReceipt(transaction, { attemptId: attempt.id, orderId: order.id, email: order.email })
      if (await attempts.hasOtherPaid(transaction, attempt)) await attempts.addRefundDue(transaction, attempt.id, 'second_payment')
    }
    if (to === 'refunded' || to === 'charged_back') await attempts.settleRefund(transaction, attempt.id)
    await settleOwnership(transaction, order)
    const exists = await effects.setSold(transaction, attempt, await attempts.countSold(transaction, attempt))
    if (to === 'paid' && !exists) await attempts.addRefundDue(transaction, attempt.id, 'item_gone')
  }

  return {
    settleOwnership,

    /**
     * Moves an attempt to another state with all that follows. The caller has locked the product, then the attempt.
     * @throws when the transition is none that may happen
     */
    move: async (transaction: Transaction, attempt: AttemptRow, move: Move, changes: AttemptChanges = {}): Promise<AttemptRow> => {
      const { to, cause, detail } = move
      if (!mayBecome(attempt.state, to, cause)) throw new Error(`An attempt can’t become ${to} from ${attempt.state} by ${cause}`)
      const moved: AttemptRow = {
        ...attempt,
        ...changes,
        state: to,
        paidAt: attempt.paidAt ?? (to === 'paid' ? now() : null),
        endedAt: to === 'open' ? null : (attempt.endedAt ?? now()),
      }
      const { state, paidAt, endedAt } = moved
      await attempts.update(transaction, attempt.id, { ...changes, state, paidAt, endedAt, nextCheckAt: nextCheckAt(moved, now()) })
      await attempts.addEvent(transaction, { attemptId: attempt.id, from: attempt.state, to, cause, detail: detail ?? null })
      if (['paid', 'disputed', 'refunded', 'charged_back'].includes(to)) await followMoney(transaction, moved, move)
      return moved
    },
  }
}
