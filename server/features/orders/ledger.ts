import type { AttemptState } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'
import type { ProductRef } from '#contracts/product.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import { isAllowedTransition, isMoney, isOpen, isPending, isReturned } from './attempt-states.ts'
import type { AttemptChanges, AttemptRow, AttemptStore } from './attempts.store.ts'
import { nextCheckAt } from './check-schedule.ts'
import type { AttemptCause } from './orders.schema.ts'
import type { OrderRow, OrderStore } from './orders.store.ts'
import type { RefundsDueStore } from './refunds-due.store.ts'

export type Move = { to: AttemptState; cause: AttemptCause; detail?: string | undefined }
/** How long a mistake by hand can be taken back before its mail goes out. */
const CORRECTION_MINUTES = 10
const NO_LONGER_DUE = 'No longer to be given back: nothing else opens the item for this buyer'

export type Ledger = ReturnType<typeof createLedger>

type Notice = {
  kind: 'granted' | 'refunded' | 'refund_undone'
  orderId: string
  email: string
  attemptId?: string
  amountMinor?: number
  currency?: Currency
  afterMinutes?: number
}

/** What other features do when a payment changes, inside the transaction that records the change. */
export type LedgerEffects = {
  issueReceipt: (transaction: Transaction, sale: { attemptId: string; orderId: string; email: string }) => Promise<number>
  /** Mails something about an order, once the transaction is done and some minutes have passed */
  notify: (transaction: Transaction, notice: Notice) => Promise<void>
  /** Takes back the mail about a refund. Returns false when it has gone out */
  withdrawRefund: (transaction: Transaction, attemptId: string) => Promise<boolean>
  setEntitlement: (
    connection: Pick<Orm, 'insert' | 'update'>,
    holder: ProductRef & { clientDigest: string },
    entitled: boolean,
  ) => Promise<void>
}

/** The only place that changes the state of an attempt, with everything that follows from the change. */
export function createLedger({
  orders,
  attempts,
  dues,
  effects,
  products,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  dues: RefundsDueStore
  effects: LedgerEffects
  products: ProductDirectory
  now: () => Date
}) {
  /** Updates who owns the product of an order, and which refunds are due because of it. The caller has locked the product. */
  async function settleOwnership(transaction: Transaction, order: OrderRow, cause: AttemptCause) {
    const { product, productId } = order
    for (const clientDigest of await orders.holdersOf(transaction, order.id)) {
      const owned = await orders.isOwned(transaction, clientDigest, order)
      await effects.setEntitlement(transaction, { clientDigest, product, productId }, owned)
      // The check cancels what else is open for the item.
      if (owned) await attempts.checkSoon(transaction, clientDigest, order, now())
      for (const second of await dues.listSecondPayments(transaction, clientDigest, order))
        if (!(await orders.isOwnedBeside(transaction, second))) await keepMoney(transaction, second, cause)
    }
  }

  /** A second payment becomes the one that opens the item once no other does, unless the item was deleted. */
  async function keepMoney(transaction: Transaction, attempt: AttemptRow, cause: AttemptCause) {
    const { id, state } = attempt
    if (!(await setSold(transaction, attempt))) return dues.giveReason(transaction, id, 'item_gone')
    await dues.drop(transaction, id)
    await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause, detail: NO_LONGER_DUE })
  }

  /** Returns false when the product was deleted. */
  async function setSold(transaction: Transaction, { product, productId }: ProductRef): Promise<boolean> {
    return products[product].setSold(transaction, productId, await attempts.countSold(transaction, { product, productId }))
  }

  /** Mails the buyer that the money goes back, or that it did not after all. */
  async function tellBuyer(transaction: Transaction, before: AttemptState, attempt: AttemptRow, email: string, cause: AttemptCause) {
    const { id: attemptId, orderId, state, amountMinor, currency } = attempt
    const about = { orderId, email, attemptId, amountMinor, currency }
    if (state === 'refunded')
      await effects.notify(transaction, { kind: 'refunded', ...about, ...(cause === 'admin' && { afterMinutes: CORRECTION_MINUTES }) })
    else if (before === 'refunded' && !(await effects.withdrawRefund(transaction, attemptId)))
      await effects.notify(transaction, { kind: 'refund_undone', ...about })
  }

  async function settleMoney(transaction: Transaction, before: AttemptState, attempt: AttemptRow, { to, cause }: Move) {
    const order = await orders.find(attempt.orderId, transaction)
    if (!order) throw new Error('An attempt without an order')
    if (to === 'paid') {
      if (!order.closedAt) await orders.update(transaction, order.id, { closedAt: now() })
      if (!order.email) throw new Error('A payment without an e-mail address')
      await effects.issueReceipt(transaction, { attemptId: attempt.id, orderId: order.id, email: order.email })
    }
    if (isReturned(to)) await dues.settle(transaction, attempt.id)
    // What was due did not go back after all. Whether it is due again is decided below.
    else if (isReturned(before)) await dues.drop(transaction, attempt.id)
    const isThere = await setSold(transaction, attempt)
    if (to === 'paid' && !isThere) await dues.add(transaction, attempt.id, 'item_gone')
    else if (to === 'paid' && (await orders.isOwnedBeside(transaction, attempt))) await dues.add(transaction, attempt.id, 'second_payment')
    await settleOwnership(transaction, order, cause)
    if (order.email) await tellBuyer(transaction, before, attempt, order.email, cause)
  }

  return {
    settleOwnership,

    /** Recounts how often the product was sold. The caller has locked it. */
    setSold,

    /**
     * Moves an attempt to another state with all that follows. The caller has locked the product, then the attempt.
     * @throws when the transition is not allowed
     */
    move: async (transaction: Transaction, attempt: AttemptRow, move: Move, changes: AttemptChanges = {}): Promise<AttemptRow> => {
      const { to, cause, detail } = move
      if (!isAllowedTransition(attempt.state, to, cause)) throw new Error(`An attempt can’t become ${to} from ${attempt.state} by ${cause}`)
      const moved: AttemptRow = {
        ...attempt,
        ...changes,
        state: to,
        phone: isOpen(to) ? attempt.phone : null,
        paidAt: attempt.paidAt ?? (to === 'paid' ? now() : null),
        endedAt: isPending(to) ? null : (attempt.endedAt ?? now()),
      }
      const { state, phone, paidAt, endedAt } = moved
      await attempts.update(transaction, attempt.id, { ...changes, state, phone, paidAt, endedAt, nextCheckAt: nextCheckAt(moved, now()) })
      await attempts.addEvent(transaction, { attemptId: attempt.id, from: attempt.state, to, cause, detail: detail ?? null })
      if (isMoney(to)) await settleMoney(transaction, attempt.state, moved, move)
      // The check cancels what else is open for the item.
      if (to === 'processing') await attempts.checkSoon(transaction, attempt.clientDigest, attempt, now())
      return moved
    },
  }
}
