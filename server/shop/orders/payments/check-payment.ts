import type { Transaction } from '#server/platform/database/database.ts'
import type { PaymentStatus } from '#server/shop/gateways/gateway.ts'
import { hasExpired, isOpen, isReturned } from '#server/shop/orders/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import { nextCheckAt, retryAt } from '#server/shop/orders/check-schedule.ts'
import { reportedReturns, sumByHand } from '#server/shop/orders/money-movements.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { decideTransition } from './decide-transition.ts'

const REVERSALS = {
  refund: 'a refund failed: the shop has the money again, and the buyer was not refunded',
  chargeback: 'a chargeback was reversed: the shop has the money again',
}

type Applied = { notified: boolean; moved?: AttemptRow; isGivenUp?: boolean }

/** Applies the result of a check with all its effects in one transaction. */
export function createStatusUpdates({ orders, attempts, money, dues, paymentStates, transact, alert, now }: OrderDeps) {
  /** Records a contradiction in the history of the attempt and raises an alert, once for each detail. */
  async function recordContradiction(transaction: Transaction, { id, state, gateway, orderId }: AttemptRow, detail: string) {
    const isNew = await attempts.addEventOnce(transaction, { attemptId: id, from: state, to: state, cause: 'gateway', detail })
    if (isNew) alert({ gateway, attempt: id, order: orderId, state }, detail)
  }

  /** Locks the attempt; undefined when the lease expired and another caller took it, since that caller has a newer status. */
  async function lockLeased(transaction: Transaction, { id, lease, product, productId }: AttemptRow): Promise<AttemptRow | undefined> {
    await orders.lockProduct(transaction, { product, productId })
    const attempt = await attempts.lock(transaction, id)
    return attempt?.lease === lease ? attempt : undefined
  }

  async function isPaidOtherwise(transaction: Transaction, attempt: AttemptRow): Promise<boolean> {
    const { clientDigest } = attempt
    if (await orders.isOwned(transaction, clientDigest, attempt)) return true
    return (await attempts.findProcessing(clientDigest, attempt, transaction)) !== undefined
  }

  /**
   * Applies the status that was read under the lease. In the result, `notified` means that a notification arrived meanwhile and the
   * status has to be read again, `moved` is the attempt if its state changed, and `isGivenUp` means that it was cancelled for the buyer.
   */
  function apply(leased: AttemptRow, status: PaymentStatus): Promise<Applied> {
    return transact(async (transaction) => {
      const attempt = await lockLeased(transaction, leased)
      if (!attempt) return { notified: false }
      await attempts.saveResponse(transaction, attempt, 'reading', status.raw)
      const isCovered = isOpen(attempt.state) && (await isPaidOtherwise(transaction, attempt))
      const isRefundedByHand = await readRefundByHand(transaction, attempt)
      const decision = decideTransition({ ...attempt, isCovered, isRefundedByHand }, status, now())
      if (decision.alert) alert({ gateway: attempt.gateway, attempt: attempt.id, order: attempt.orderId }, decision.alert)
      if (decision.contradicts)
        await recordContradiction(transaction, attempt, `The gateway reports another state: ${decision.contradicts}`)
      if (decision.refundDue) await dues.add(transaction, attempt.id, decision.refundDue)
      const { handle, pageUrl, gatewayReference, gatewayIds } = status.found ? status : {}
      const changes = {
        ...{ lease: null, leasedUntil: null, unansweredSince: null, unreadableSince: null },
        ...(handle && { handle }),
        ...(pageUrl && { pageUrl }),
        ...(gatewayReference && { gatewayReference }),
        ...(gatewayIds && { gatewayIds }),
        ...(decision.paidAt && { paidAt: decision.paidAt }),
      }
      const { to, cause = 'gateway', detail } = decision
      const { notified } = attempt
      const moved = to && (await paymentStates.move(transaction, attempt, { to, cause, detail }, changes))
      await bookReturns(transaction, moved ?? attempt, status)
      if (moved) return { notified, moved, isGivenUp: cause === 'buyer' }
      const next = nextCheckAt({ ...attempt, ...changes, isRefundedByHand: await readRefundByHand(transaction, attempt) }, now())
      await attempts.update(transaction, attempt.id, { ...changes, nextCheckAt: next })
      return { notified }
    })
  }

  /** Whether an administrator recorded the refund, and the gateway has not reported it yet. */
  async function readRefundByHand(transaction: Transaction, { id, state }: AttemptRow): Promise<boolean> {
    return isReturned(state) && sumByHand(await money.listOf([id], transaction)) > 0
  }

  async function bookReturns(transaction: Transaction, attempt: AttemptRow, status: PaymentStatus) {
    const isKnown = status.found && (status.returns !== undefined || status.state !== undefined)
    if (!attempt.paidAt || !isKnown || status.amountMinor !== attempt.amountMinor || status.currency !== attempt.currency) return
    const { id, gateway, orderId } = attempt
    for (const { isReversal, kind, amountMinor, detail } of await paymentStates.bookReturns(transaction, attempt, reportedReturns(status)))
      if (isReversal) alert({ gateway, attempt: id, order: orderId, kind, amountMinor, reason: detail }, REVERSALS[kind])
  }

  /** Records that no status could be read under the lease. The attempt can still expire; a later status is applied nevertheless. */
  function recordUnreadable(leased: AttemptRow): Promise<void> {
    return transact(async (transaction) => {
      const attempt = await lockLeased(transaction, leased)
      if (!attempt) return
      const changes = { lease: null, leasedUntil: null, unreadableSince: attempt.unreadableSince ?? now() }
      if (!hasExpired(attempt, now())) return attempts.update(transaction, attempt.id, { ...changes, nextCheckAt: retryAt(attempt, now()) })
      // The outcome is unknown, so checks continue until the gateway responds clearly.
      const unanswered = { ...changes, unansweredSince: attempt.unansweredSince ?? now() }
      const detail = 'The payment service gave no clear response'
      await paymentStates.move(transaction, attempt, { to: 'expired', cause: 'time', detail }, unanswered)
    })
  }

  return { apply, recordUnreadable }
}
