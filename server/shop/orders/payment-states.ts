import type { AttemptState } from '#contracts/shop/payment.ts'
import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import type { MoneyReturn } from '#server/shop/gateways/gateway.ts'
import { isAllowedTransition, isMoney, isOpen, isPending, isReturned } from './attempt-states.ts'
import type { AttemptChanges, AttemptRow, AttemptStore } from './attempts.store.ts'
import { nextCheckAt } from './check-schedule.ts'
import type { MoneyMovement, MoneyStore } from './money-movements.store.ts'
import { BY_HAND, missingMovements, type Returned, sumRefunded, sumReturned } from './money-movements.ts'
import type { AttemptCause } from './orders.schema.ts'
import type { OrderRow, OrderStore } from './orders.store.ts'
import type { RefundsDueStore } from './refunds-due.store.ts'

export type Move = { to: AttemptState; cause: AttemptCause; detail?: string | undefined }
/** Delay of the mail about a refund that an administrator recorded, so that a mistake can be undone before it is sent. */
const CORRECTION_MINUTES = 10
const NO_LONGER_DUE = 'Refund no longer due: the buyer has no other access to the item'

const EVENTS = {
  refund: { made: 'Refunded', undone: 'A refund failed' },
  chargeback: { made: 'Charged back', undone: 'A chargeback was reversed' },
}

export type PaymentStates = ReturnType<typeof createPaymentStates>

type RefundNotice = { orderId: string; email: string; attemptId: string; amountMinor: number; currency: Currency }
type Notice =
  | { kind: 'granted'; orderId: string; email: string }
  | (RefundNotice & { kind: 'refunded' | 'partly_refunded' | 'refund_undone'; afterMinutes?: number })

/** Effects of a payment change in other features, inside the transaction that records the change. */
export type PaymentEffects = {
  issueReceipt: (transaction: Transaction, sale: { attemptId: string; orderId: string; email: string; datedAt: Date }) => Promise<number>
  /** Queues a mail about an order. It is sent after the transaction has committed and `afterMinutes` have passed */
  notify: (transaction: Transaction, notice: Notice) => Promise<void>
  /** Removes the queued mail about a refund of this amount. Returns false when it was already sent */
  withdrawRefund: (transaction: Transaction, refund: Pick<RefundNotice, 'attemptId' | 'amountMinor'>) => Promise<boolean>
  setEntitlement: (
    connection: Pick<Orm, 'insert' | 'update'>,
    holder: ProductRef & { clientDigest: string },
    entitled: boolean,
  ) => Promise<void>
}

/** The only code that changes the state of an attempt. Applies all effects of the change. */
export function createPaymentStates({
  orders,
  attempts,
  money,
  dues,
  effects,
  products,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  money: MoneyStore
  dues: RefundsDueStore
  effects: PaymentEffects
  products: ProductDirectory
  now: () => Date
}) {
  /** Updates the entitlements to the product of an order, and the refunds due for second payments. The caller has locked the product. */
  async function settleOwnership(transaction: Transaction, order: OrderRow, cause: AttemptCause) {
    const { product, productId } = order
    for (const clientDigest of await orders.holdersOf(transaction, order.id)) {
      const owned = await orders.isOwned(transaction, clientDigest, order)
      await effects.setEntitlement(transaction, { clientDigest, product, productId }, owned)
      // The check cancels other open attempts for the item.
      if (owned) await attempts.checkSoon(transaction, clientDigest, order, now())
      for (const second of await dues.listSecondPayments(transaction, clientDigest, order))
        if (!(await orders.isOwnedBeside(transaction, second))) await keepMoney(transaction, second, cause)
    }
  }

  /**
   * Keeps a second payment when nothing else gives access to the item any more: its refund is no longer due. If the item was deleted,
   * the refund stays due for that reason.
   */
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

  /** Books the payment and issues its receipt, even if the money was returned since. */
  async function receive(transaction: Transaction, { id, amountMinor, paidAt }: AttemptRow, order: OrderRow) {
    const at = paidAt ?? now()
    if (!order.closedAt) await orders.update(transaction, order.id, { closedAt: now() })
    if (!order.email) throw new Error('The order of a payment has no e-mail address')
    await money.add(transaction, { attemptId: id, kind: 'payment', source: 'payment', amountMinor, at }, now())
    await effects.issueReceipt(transaction, { attemptId: id, orderId: order.id, email: order.email, datedAt: at })
  }

  async function refundByHand(transaction: Transaction, { id }: AttemptRow, amountMinor: number) {
    if (amountMinor > 0) await money.add(transaction, { attemptId: id, kind: 'refund', source: BY_HAND, amountMinor, at: undefined }, now())
  }

  /** Books out the last refund that an administrator recorded by mistake. */
  async function undoRefundByHand(transaction: Transaction, attempt: AttemptRow) {
    const last = (await money.listOf([attempt.id], transaction)).findLast(
      ({ source, amountMinor }) => source === BY_HAND && amountMinor > 0,
    )
    if (last) await money.add(transaction, { ...last, amountMinor: -last.amountMinor, at: undefined, detail: undefined }, now())
  }

  /** Mails the buyer the amount refunded since `before`, or that a refund failed or was undone. */
  async function mailRefund(transaction: Transaction, before: MoneyMovement[], attempt: AttemptRow, cause: AttemptCause) {
    const { id: attemptId, orderId, state, currency } = attempt
    const refunded = sumRefunded(await money.listOf([attemptId], transaction)) - sumRefunded(before)
    const email = refunded !== 0 && (await orders.find(orderId, transaction))?.email
    if (!email) return
    const refund = { orderId, email, attemptId, amountMinor: Math.abs(refunded), currency }
    if (refunded > 0 && !isReturned(state)) await effects.notify(transaction, { kind: 'partly_refunded', ...refund })
    else if (refunded > 0)
      await effects.notify(transaction, { kind: 'refunded', ...refund, ...(cause === 'admin' && { afterMinutes: CORRECTION_MINUTES }) })
    else if (!(await effects.withdrawRefund(transaction, refund))) await effects.notify(transaction, { kind: 'refund_undone', ...refund })
  }

  async function settleMoney(transaction: Transaction, before: AttemptRow, attempt: AttemptRow, { to, cause }: Move) {
    const order = await orders.find(attempt.orderId, transaction)
    if (!order) throw new Error('The order of an attempt is missing')
    if (attempt.paidAt && !before.paidAt) await receive(transaction, attempt, order)
    const booked = await money.listOf([attempt.id], transaction)
    if (isReturned(to) && cause === 'admin') await refundByHand(transaction, attempt, attempt.amountMinor - sumReturned(booked))
    if (isReturned(before.state) && cause === 'admin') await undoRefundByHand(transaction, attempt)
    if (isReturned(to)) await dues.settle(transaction, attempt.id)
    // The refund was undone. The code below decides whether it is due again.
    else if (isReturned(before.state)) await dues.drop(transaction, attempt.id)
    const isThere = await setSold(transaction, attempt)
    if (to === 'paid' && !isThere) await dues.add(transaction, attempt.id, 'item_gone')
    else if (to === 'paid' && (await orders.isOwnedBeside(transaction, attempt))) await dues.add(transaction, attempt.id, 'second_payment')
    await settleOwnership(transaction, order, cause)
    // A gateway's refund is mailed when its amount is booked.
    if (cause === 'admin') await mailRefund(transaction, booked, attempt, cause)
  }

  return {
    settleOwnership,

    /** Recounts the sales of a product. The caller has locked the product. */
    setSold,

    /**
     * Moves an attempt to another state and applies all effects. The caller has locked the product, then the attempt.
     * @throws when the transition is not allowed
     */
    move: async (transaction: Transaction, attempt: AttemptRow, move: Move, changes: AttemptChanges = {}): Promise<AttemptRow> => {
      const { to, cause, detail } = move
      if (!isAllowedTransition(attempt.state, to, cause))
        throw new Error(`Invalid transition of an attempt from ${attempt.state} to ${to} by ${cause}`)
      const moved: AttemptRow = {
        ...attempt,
        ...changes,
        state: to,
        phone: isOpen(to) ? attempt.phone : null,
        paidAt: attempt.paidAt ?? changes.paidAt ?? (to === 'paid' ? now() : null),
        endedAt: isPending(to) ? null : (attempt.endedAt ?? now()),
      }
      const { state, phone, paidAt, endedAt } = moved
      const next = nextCheckAt({ ...moved, isRefundedByHand: cause === 'admin' }, now())
      await attempts.update(transaction, attempt.id, { ...changes, state, phone, paidAt, endedAt, nextCheckAt: next })
      await attempts.addEvent(transaction, { attemptId: attempt.id, from: attempt.state, to, cause, detail: detail ?? null })
      if (isMoney(to)) await settleMoney(transaction, attempt, moved, move)
      // The check cancels other open attempts for the item.
      if (to === 'processing') await attempts.checkSoon(transaction, attempt.clientDigest, attempt, now())
      return moved
    },

    /** Books a partial refund that an administrator recorded; the payment stands. The caller has locked the attempt. */
    refundPart: async (transaction: Transaction, attempt: AttemptRow, { minor, reason }: { minor: number; reason: string }) => {
      const { id, state, currency } = attempt
      const booked = await money.listOf([id], transaction)
      await refundByHand(transaction, attempt, minor)
      await mailRefund(transaction, booked, attempt, 'admin')
      const detail = `${EVENTS.refund.made}: ${formatAmount({ currency, minor })}, ${reason}`
      await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause: 'admin', detail })
    },

    /**
     * Books refunds and chargebacks that the gateway reports and that are not booked yet. Each gets an event of its own, because a
     * partial refund does not change the payment's state. The caller has locked the attempt.
     * @returns the new movements
     */
    bookReturns: async (transaction: Transaction, attempt: AttemptRow, reported: MoneyReturn[]): Promise<Returned[]> => {
      const { id, state, currency } = attempt
      const booked = await money.listOf([id], transaction)
      const missing = missingMovements(booked, reported)
      for (const movement of missing) {
        await money.add(transaction, { attemptId: id, ...movement }, now())
        if (movement.source === BY_HAND) continue
        const { kind, amountMinor } = movement
        const amount = formatAmount({ currency, minor: Math.abs(amountMinor) })
        const detail = `${EVENTS[kind][amountMinor > 0 ? 'made' : 'undone']}: ${[amount, movement.detail].filter(Boolean).join(', ')}`
        await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause: 'gateway', detail })
      }
      // Saves a query: most reports contain nothing new.
      if (missing.length > 0) await mailRefund(transaction, booked, attempt, 'gateway')
      return missing
    },
  }
}
