import { and, eq } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { formatAmount } from '#contracts/shop/price.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type Gateway, GatewayUnclearError, ignoreUnclear, type PaymentStatus } from '#server/shop/gateways/gateway.ts'
import { hasExpired, isOpen, isReturned } from '#server/shop/orders/attempts/attempt-states.ts'
import type { AttemptRow, AttemptStore } from '#server/shop/orders/attempts/attempts.store.ts'
import { nextCheckAt, retryAt } from '#server/shop/orders/attempts/payment-check-schedule.ts'
import { withLease } from '#server/shop/orders/attempts/payment-lease.ts'
import { isOwned } from '#server/shop/orders/copies/ownership.ts'
import { findExcess, reportedReturns, sumByHand } from '#server/shop/orders/ledger/money-movements.ts'
import type { OrderDeps, Payments } from '#server/shop/orders/order-deps.ts'
import { attemptEvents } from '#server/shop/orders/orders.schema.ts'
import { lockProduct } from '#server/shop/orders/orders.store.ts'
import { decideTransition } from '../attempts/decide-transition.ts'
import type { CancelAtGateway } from './cancel-payment.ts'

/** Maximum number of consecutive checks of a payment while notifications keep arriving. Later checks follow the schedule. */
const MAX_CHECKS = 20

/** Minimum interval between checks of an order at the gateway, because pages poll more often. */
const PAUSE_MS = 4000

const REVERSALS = {
  refund: 'a refund failed: the shop has the money again, and the buyer was not refunded',
  chargeback: 'a chargeback was reversed: the shop has the money again',
}

type Applied = { notified: boolean; moved?: AttemptRow; isAbandoned?: boolean }

/** Reads the status of an attempt under its lease, and applies it with all its effects in one transaction. */
export function createCheckPayment(deps: OrderDeps & { gateways: Gateway[]; cancelAtGateway: CancelAtGateway }): Payments['check'] {
  const { attempts, money, refundsDue, transition, refundRecorder, transact, alert, now, gateways, cancelAtGateway } = deps

  /** @throws GatewayUnclearError, with an alert unless the gateway's settings were removed, which the overview reports */
  async function readStatus(attempt: AttemptRow): Promise<PaymentStatus> {
    const gateway = gateways.find(({ name }) => name === attempt.gateway)
    if (!gateway) throw new GatewayUnclearError(`${attempt.gateway} is not set up`)
    try {
      return await gateway.read(attempt)
    } catch (error) {
      if (error instanceof GatewayUnclearError)
        alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'the status of a payment could not be read')
      throw error
    }
  }

  /** Locks the attempt; undefined when the lease expired and another caller took it, since that caller has a newer status. */
  async function lockLeased(transaction: Transaction, leased: AttemptRow): Promise<AttemptRow | undefined> {
    await lockProduct(transaction, leased)
    const attempt = await attempts.lock(transaction, leased.id)
    return attempt?.lease === leased.lease ? attempt : undefined
  }

  async function isPaidOtherwise(transaction: Transaction, attempt: AttemptRow): Promise<boolean> {
    if (await isOwned(transaction, attempt.clientDigest, attempt)) return true
    return (await attempts.findProcessing(attempt.clientDigest, attempt, transaction)) !== undefined
  }

  /** Returns whether the payment is refunded by the record of an administrator, and the gateway has not reported the refund yet. */
  async function readRefundByHand(transaction: Transaction, { id, state }: AttemptRow): Promise<boolean> {
    return isReturned(state) && sumByHand(await money.listOf([id], transaction)) > 0
  }

  /**
   * Records in the history of the locked payment attempt that the gateway contradicts the records of the shop, and raises an alert, once
   * for each contradiction.
   */
  async function recordContradiction(transaction: Transaction, { id, state, gateway, orderId }: AttemptRow, detail: string) {
    const isSame = and(eq(attemptEvents.attemptId, id), eq(attemptEvents.detail, detail))
    if ((await transaction.$count(attemptEvents, isSame)) > 0) return
    await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause: 'gateway', detail })
    alert({ gateway, attempt: id, order: orderId, state }, detail)
  }

  async function bookReturns(transaction: Transaction, attempt: AttemptRow, status: PaymentStatus) {
    const isKnown = status.found && (status.returns !== undefined || status.state !== undefined)
    if (!attempt.paidAt || !isKnown || status.amountMinor !== attempt.amountMinor || status.currency !== attempt.currency) return
    const { id, gateway, orderId } = attempt
    const reported = reportedReturns(status)
    for (const { isReversal, kind, amountMinor, detail } of await refundRecorder.reported(transaction, attempt, reported))
      if (isReversal) alert({ gateway, attempt: id, order: orderId, kind, amountMinor, reason: detail }, REVERSALS[kind])
    const excess = findExcess(await money.listOf([id], transaction), reported, attempt.amountMinor)
    if (excess !== undefined) await recordContradiction(transaction, attempt, describeExcess(attempt, excess))
  }

  /**
   * Applies the status that was read under the lease. In the result, `notified` means that a notification arrived in the meantime and the
   * status has to be read again, `moved` is the payment attempt if its state changed, and `isAbandoned` means that the attempt was canceled
   * for the buyer.
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
        await recordContradiction(transaction, attempt, `The payment service reports another status: ${decision.contradicts}`)
      if (decision.refundDue) await refundsDue.add(transaction, attempt.id, decision.refundDue)
      const { handle, pageUrl, gatewayReference, gatewayIds } = status.found ? status : {}
      const changes = {
        lease: null,
        leasedUntil: null,
        unansweredSince: null,
        unreadableSince: null,
        ...(handle && { handle }),
        ...(pageUrl && { pageUrl }),
        ...(gatewayReference && { gatewayReference }),
        ...(gatewayIds && { gatewayIds }),
        ...(decision.paidAt && { paidAt: decision.paidAt }),
      }
      const { to, cause = 'gateway', detail } = decision
      const { notified } = attempt
      const moved = to && (await transition(transaction, attempt, { to, cause, detail }, changes))
      await bookReturns(transaction, moved ?? attempt, status)
      if (moved) return { notified, moved, isAbandoned: cause === 'buyer' }
      const next = nextCheckAt({ ...attempt, ...changes, isRefundedByHand: await readRefundByHand(transaction, attempt) }, now())
      await attempts.update(transaction, attempt.id, { ...changes, nextCheckAt: next })
      return { notified }
    })
  }

  /** Records that no status could be read under the lease. The attempt can still expire; a later status is applied nevertheless. */
  function recordUnreadable(leased: AttemptRow): Promise<void> {
    return transact(async (transaction) => {
      const attempt = await lockLeased(transaction, leased)
      if (!attempt) return
      const changes = { lease: null, leasedUntil: null, unreadableSince: attempt.unreadableSince ?? now() }
      if (!hasExpired(attempt, now())) return attempts.update(transaction, attempt.id, { ...changes, nextCheckAt: retryAt(attempt, now()) })
      // Checks continue until the gateway responds clearly, because the outcome of the payment is unknown.
      const unanswered = { ...changes, unansweredSince: attempt.unansweredSince ?? now() }
      const detail = 'The payment service gave no clear response'
      await transition(transaction, attempt, { to: 'expired', cause: 'time', detail }, unanswered)
    })
  }

  return async (attemptId) => {
    for (let round = 1; round <= MAX_CHECKS; round++) {
      const attempt = await attempts.lease(attemptId, now())
      if (!attempt) return
      const status = await withLease(
        () => attempts.renewLease(attempt),
        () => readStatus(attempt),
      ).catch(async (error: unknown) => {
        await recordUnreadable(attempt)
        throw error
      })
      const { notified, moved, isAbandoned } = await apply(attempt, status)
      if (moved && isAbandoned) await cancelAtGateway(moved)
      if (!notified) return
    }
  }
}

function describeExcess({ currency, amountMinor }: AttemptRow, excess: number): string {
  const [returned, paid] = [excess, amountMinor].map((minor) => formatAmount({ currency, minor }))
  return `More money was returned than was paid: ${returned} of ${paid}. Only the amount of the payment is booked`
}

export function createCheckOrder({ attempts, check }: { attempts: AttemptStore } & Pick<Payments, 'check'>): Payments['checkOrder'] {
  const recent = new LRUCache<string, Promise<void>>({ max: 10_000, ttl: PAUSE_MS })

  async function checkLatest(orderId: string) {
    const changeable = (await attempts.listOf(orderId)).filter(({ state }) => state !== 'paid' && !isReturned(state))
    // Errors due to an unreachable gateway are ignored because both the page and the reconciliation retry the check.
    for (const { id } of changeable.slice(0, 3)) await check(id).catch(ignoreUnclear)
  }

  return (orderId) => {
    const known = recent.get(orderId)
    if (known) return known
    const checking = checkLatest(orderId)
    recent.set(orderId, checking)
    return checking
  }
}
