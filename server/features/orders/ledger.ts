import type { AttemptState } from '#contracts/payment.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { mayBecome } from './attempt-states.ts'
import type { AttemptChanges, AttemptRow, AttemptStore } from './attempts.store.ts'
import { nextCheckAt } from './check-schedule.ts'
import type { AttemptCause } from './orders.schema.ts'
import type { OrderRow, OrderStore, Product } from './orders.store.ts'
import type { RefundsDueStore } from './refunds-due.store.ts'

export type Move = { to: AttemptState; cause: AttemptCause; detail?: string | undefined }
/** Stands in the history of a payment that was owed back. */
const NO_LONGER_DUE = 'No longer to be given back: nothing else opens the item for this buyer'

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
  dues,
  effects,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  dues: RefundsDueStore
  effects: LedgerEffects
  now: () => Date
}) {
  /**
   * Works out anew who owns what through an order, and what is owed back because of it. The product is locked by the caller, on
   * whose word it is done.
   */
  async function settleOwnership(transaction: Transaction, order: OrderRow, cause: AttemptCause) {
    const { product, productId } = order
    for (const clientDigest of await orders.holdersOf(transaction, order.id)) {
      const owned = await orders.isOwned(transaction, clientDigest, order)
      await effects.setEntitlement(transaction, { clientDigest, product, productId }, owned)
      // Whatever else is under way for the item is given up when it is read.
      if (owned) await attempts.hurryOpen(transaction, clientDigest, order, now())
      for (const second of await dues.listSecondPayments(transaction, clientDigest, order))
        if (!(await orders.isOwnedBeside(transaction, second))) await keepMoney(transaction, second, cause)
    }
  }

  /** A second payment that nothing stands beside any more is the one that the buyer keeps, unless there is nothing to keep. */
  async function keepMoney(transaction: Transaction, attempt: AttemptRow, cause: AttemptCause) {
    const { id, state } = attempt
    if (!(await setSold(transaction, attempt))) return dues.giveReason(transaction, id, 'item_gone')
    await dues.drop(transaction, id)
    await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause, detail: NO_LONGER_DUE })
  }

  /** False when the product is gone. */
  async function setSold(transaction: Transaction, product: Product): Promise<boolean> {
    return effects.setSold(transaction, product, await attempts.countSold(transaction, product))
  }

  async function followMoney(transaction: Transaction, attempt: AttemptRow, { to, cause }: Move) {
    const order = await orders.find(attempt.orderId, transaction)
    if (!order) throw new Error('An attempt without an order')
    if (to === 'paid') {
      if (!order.closedAt) await orders.update(transaction, order.id, { closedAt: now() })
      if (!order.email) throw new Error('A payment without an e-mail address')
      await effects.issueReceipt(transaction, { attemptId: attempt.id, orderId: order.id, email: order.email })
    }
    if (to === 'refunded' || to === 'charged_back') await dues.settle(transaction, attempt.id)
    const isThere = await setSold(transaction, attempt)
    if (to === 'paid' && !isThere) await dues.add(transaction, attempt.id, 'item_gone')
    else if (to === 'paid' && (await orders.isOwnedBeside(transaction, attempt))) await dues.add(transaction, attempt.id, 'second_payment')
    await settleOwnership(transaction, order, cause)
  }

  return {
    settleOwnership,

    /** Counts anew how often the product was sold. The caller has locked it. */
    setSold,

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
