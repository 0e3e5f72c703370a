import { isManual } from '#contracts/shop/gateways.ts'
import type { AttemptState } from '#contracts/shop/payment.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { issueReceipt } from '#server/shop/receipts/issue-receipt.ts'
import { isAllowedTransition, isMoney, isOpen, isPending, isReturned } from './attempts/attempt-states.ts'
import type { AttemptChanges, AttemptRow } from './attempts/attempts.store.ts'
import { nextCheckAt } from './attempts/payment-check-schedule.ts'
import { isOwnedBeside } from './copies/ownership.ts'
import type { CountSold } from './ledger/counts-as-sold.ts'
import { sumReturned } from './ledger/money-movements.ts'
import type { RefundRecorder } from './ledger/record-refunds.ts'
import type { OrderStores } from './order-stores.ts'
import type { AttemptCause } from './orders.schema.ts'
import type { OrderRow } from './orders.store.ts'
import type { UpdateEntitlements } from './update-entitlements.ts'

type Move = { to: AttemptState; cause: AttemptCause; detail?: string }

/**
 * Changes the state of a payment attempt, including receipts, refunds and access. The caller has locked the product, then the attempt.
 * @throws when the transition is not allowed
 */
export type Transition = (transaction: Transaction, attempt: AttemptRow, move: Move, changes?: AttemptChanges) => Promise<AttemptRow>

/** Creates the function that changes the state of payment attempts. No other code changes the state. */
export function createTransition(
  deps: OrderStores & {
    refundRecorder: RefundRecorder
    updateEntitlements: UpdateEntitlements
    countSold: CountSold
    now: () => Date
  },
): Transition {
  const { orders, attempts, money, refundsDue, refundRecorder, updateEntitlements, countSold, now } = deps

  /** Books a payment and issues its receipt, even if the payment was refunded in the meantime. */
  async function receive(transaction: Transaction, { id, amountMinor, paidAt, trial }: AttemptRow, order: OrderRow) {
    const at = paidAt ?? now()
    if (!order.closedAt) await orders.update(transaction, order.id, { closedAt: now() })
    if (!order.email) throw new Error('The order of a payment has no email address')
    await money.add(transaction, { attemptId: id, kind: 'payment', source: 'payment', amountMinor, at }, now())
    await issueReceipt(transaction, { attemptId: id, orderId: order.id, email: order.email, datedAt: at, trial })
  }

  async function settleMoney(transaction: Transaction, before: AttemptRow, attempt: AttemptRow, { to, cause }: Move) {
    const order = await orders.find(attempt.orderId, transaction)
    if (!order) throw new Error('The order of the payment attempt does not exist')
    if (attempt.paidAt && !before.paidAt) await receive(transaction, attempt, order)
    const booked = await money.listOf([attempt.id], transaction)
    if (isReturned(to) && cause === 'admin') await refundRecorder.byHand(transaction, attempt, attempt.amountMinor - sumReturned(booked))
    if (isReturned(before.state) && cause === 'admin') await refundRecorder.undoByHand(transaction, attempt)
    if (isReturned(to)) await refundsDue.settle(transaction, attempt.id)
    // The refund was undone. The code below determines whether the payment is due for a refund again.
    else if (isReturned(before.state)) await refundsDue.drop(transaction, attempt.id)
    const isThere = await countSold(transaction, attempt)
    if (to === 'paid' && !isThere) await refundsDue.add(transaction, attempt.id, 'item_gone')
    else if (to === 'paid' && (await isOwnedBeside(transaction, attempt))) await refundsDue.add(transaction, attempt.id, 'second_payment')
    await updateEntitlements(transaction, order, cause)
    // For a refund by the gateway, the email is sent when the amount is booked.
    if (cause === 'admin') await refundRecorder.mail(transaction, booked, attempt, cause)
  }

  return async (transaction, attempt, move, changes = {}) => {
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
    const next = isManual(moved.gateway) ? null : nextCheckAt({ ...moved, isRefundedByHand: cause === 'admin' }, now())
    await attempts.update(transaction, attempt.id, { ...changes, state, phone, paidAt, endedAt, nextCheckAt: next })
    await attempts.addEvent(transaction, { attemptId: attempt.id, from: attempt.state, to, cause, detail: detail ?? null })
    if (isMoney(to)) await settleMoney(transaction, attempt, moved, move)
    // The scheduled check cancels other open payment attempts for the item.
    if (to === 'processing') await attempts.checkSoon(transaction, attempt.clientDigest, attempt, now())
    return moved
  }
}
