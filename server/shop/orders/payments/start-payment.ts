import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentForm } from '#contracts/shop/order.ts'
import type { GatewayName, QuoteState } from '#contracts/shop/payment.ts'
import { invalidRequest, unavailable } from '#server/platform/problems.ts'
import {
  type Gateway,
  type GatewayMessage,
  GatewayUnclearError,
  type Notification,
  type PaymentStatus,
} from '#server/shop/gateways/gateway.ts'
import { methodsFor } from '#server/shop/gateways/payment-methods.ts'
import { isOpen } from '#server/shop/orders/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import type { Admit, OrderDeps } from '#server/shop/orders/order-deps.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import { createStatusUpdates } from './check-payment.ts'
import { createBeginPayment } from './send-payment.ts'
import { decideResume } from './decide-resume.ts'
import { withLease } from '#server/shop/orders/payment-lease.ts'

/** Time for which a request waits for a concurrent request that is sending the same attempt to the gateway. */
const BEGINNING_MS = 20_000
/** Upper bound of the loop; more rounds than waiting takes. */
const MAX_ROUNDS = 500
/** Maximum of consecutive checks while notifications keep arriving; later checks follow the schedule. */
const MAX_CHECKS = 20
const AT_ONCE = 20
/** Time limit for one reconciliation, for slow gateways; the next one checks the rest. */
const RECONCILING_MS = 60_000
/** Time after which an unreadable payment appears in the overview. */
const UNREADABLE_MS = 15 * 60_000

export type PaymentService = ReturnType<typeof createPaymentService>

/** Starts and checks payments. A payment becomes paid only by a status that the app reads from the gateway. */
export function createPaymentService({
  gateways,
  checkQuote,
  ...deps
}: OrderDeps & {
  gateways: Gateway[]
  /** Compares the order with today's quote */
  checkQuote: (order: OrderRow) => Promise<QuoteState>
}) {
  const { orders, attempts, paymentStates, transact, alert, now } = deps
  const { apply, recordUnreadable } = createStatusUpdates(deps)
  const gatewayOf = (name: GatewayName) => gateways.find((gateway) => gateway.name === name)
  const receiveNotification = createReceiveNotification(deps)
  const { findOrInsert, begin } = createBeginPayment({ ...deps, gatewayOf, cancelAtGateway, checkQuote })

  /** @throws GatewayUnclearError, with an alert unless the gateway's settings were removed, which the overview reports */
  async function readStatus(attempt: AttemptRow): Promise<PaymentStatus> {
    const gateway = gatewayOf(attempt.gateway)
    if (!gateway) throw new GatewayUnclearError(`${attempt.gateway} is not set up`)
    try {
      return await gateway.read(attempt)
    } catch (error) {
      if (error instanceof GatewayUnclearError)
        alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'the status of a payment could not be read')
      throw error
    }
  }

  /**
   * Reads the status of an attempt from its gateway and applies it. Does nothing while another caller holds the lease, since that
   * caller also handles notifications that arrive meanwhile.
   * @throws GatewayUnclearError when the status can't be read; the check is retried later
   */
  async function check(attemptId: string): Promise<void> {
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
      const { notified, moved, isGivenUp } = await apply(attempt, status)
      if (moved && isGivenUp) await cancelAtGateway(moved)
      if (!notified) return
    }
  }

  /** Cancels an attempt for the buyer after a last check. Scheduled checks continue, since it may be paid late. */
  async function giveUp({ id }: AttemptRow): Promise<void> {
    await check(id).catch(ignoreUnclear)
    const cancelled = await transact(async (transaction) => {
      const found = await attempts.find(id, transaction)
      if (!found) return
      await orders.lockProduct(transaction, found)
      const attempt = await attempts.lock(transaction, id)
      if (attempt && isOpen(attempt.state)) return paymentStates.move(transaction, attempt, { to: 'cancelled', cause: 'buyer' })
    })
    if (cancelled) await cancelAtGateway(cancelled)
  }

  async function cancelAtGateway(attempt: AttemptRow) {
    await gatewayOf(attempt.gateway)
      ?.cancel?.(attempt)
      .catch((error: unknown) => alert({ attempt: attempt.id, reason: String(error) }, 'a payment could not be cancelled at its gateway'))
  }

  return {
    /**
     * Starts a payment for an order, or resumes its open attempt. The attempt is stored before it is sent, so that it can be checked
     * later even if the gateway's response is lost.
     * @param admit refuses a new attempt, in the transaction that would store it
     */
    pay: async (order: OrderRow, form: PaymentForm, urls: { returnUrl: string; cancelUrl: string }, admit?: Admit): Promise<void> => {
      const gateway = gatewayOf(form.gateway)
      if (!gateway || !methodsFor(gateway, order).includes(form.method))
        throw invalidRequest([{ field: 'gateway', message: 'Choose another way to pay: this one is unavailable right now.' }])
      const deadline = Date.now() + BEGINNING_MS
      let checkedId: string | undefined
      for (let round = 1; round <= MAX_ROUNDS; round++) {
        const found = await findOrInsert(order, form, admit)
        if (found.owned) return
        if (found.begun) return begin(found.begun, found.order, form, urls)
        const { open, email } = found
        const known = { now: now(), mayWait: Date.now() < deadline, wasChecked: checkedId === open.id }
        const decision = decideResume(open, email, { ...form, orderId: order.id }, known)
        if (decision === 'resume') return
        if (decision === 'wait') await delay(100)
        if (decision === 'give_up') await giveUp(open)
        if (decision === 'check') {
          checkedId = open.id
          await check(open.id).catch(ignoreUnclear)
        }
      }
      throw unavailable('Another payment for this order is in progress', { retryAfterSeconds: 5 })
    },

    /** Cancels the open attempt of an order, so that the order can be paid another way. */
    cancel: async (order: OrderRow): Promise<void> => {
      const [attempt] = await attempts.listOf(order.id)
      if (attempt && isOpen(attempt.state)) await giveUp(attempt)
    },

    check,
    giveUp,
    receiveNotification,

    /** Verifies and stores a notification, then checks its payment. */
    handleMessage: async (gateway: Gateway, message: GatewayMessage): Promise<void> => {
      const notification = gateway.verify(message)
      const result = notification && (await receiveNotification(gateway.name, notification, message.body))
      if (result && 'attemptId' in result) await check(result.attemptId)
    },

    /** Counts attempts whose status has been unreadable for more than 15 minutes. */
    countUnreadable: (): Promise<number> =>
      attempts.countUnreadable(new Date(now().getTime() - UNREADABLE_MS), gatewayOf('sandbox') !== undefined),

    /** Schedules all pending attempts for the next reconciliation: notifications sent while no app was running may be lost. */
    checkOpenSoon: (): Promise<void> => attempts.checkOpenSoon(now()),

    /**
     * Checks the due attempts until the signal aborts. An attempt that can't be read is rescheduled. Several apps may reconcile
     * concurrently. Returns the number of checked attempts.
     */
    reconcile: async (signal?: AbortSignal): Promise<number> => {
      const end = Date.now() + RECONCILING_MS
      let done = 0
      const failures: unknown[] = []
      while (Date.now() < end && !signal?.aborted) {
        const due = await attempts.listDue(now(), AT_ONCE)
        if (due.length === 0) break
        const results = await Promise.allSettled(due.map(({ id }) => check(id).catch(ignoreUnclear)))
        failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])))
        done += due.length
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be read: ${failures[0]}`)
      return done
    },
  }
}

/** Ignores errors of unreachable gateways, for checks that are retried later. */
export function ignoreUnclear(error: unknown) {
  if (!(error instanceof GatewayUnclearError)) throw error
}

type IgnoreReason = 'unknown_payment' | 'other_sale' | 'other_currency' | 'other_amount' | 'duplicate'

/** The payment to check now, or the reason for ignoring the notification. */
type NotificationResult = { attemptId: string } | { ignored: IgnoreReason }

/**
 * Stores a verified notification and schedules a check. Its content is not trusted: `check` or the next reconciliation reads the
 * status from the gateway. Ignored notifications are not stored.
 */
function createReceiveNotification({ attempts, transact, now }: Pick<OrderDeps, 'attempts' | 'transact' | 'now'>) {
  return (gateway: GatewayName, notification: Notification, body: string): Promise<NotificationResult> =>
    transact(async (transaction) => {
      const { reference, gatewayIds = [] } = notification
      const attempt =
        (reference && (await attempts.findByReference(transaction, gateway, reference))) ||
        (await attempts.findByGatewayIds(transaction, gateway, gatewayIds))
      const ignored = ignoreReason(attempt, notification)
      if (!attempt || ignored) return { ignored: ignored ?? 'unknown_payment' }
      const { messageId, kept = body } = notification
      const isNew = await attempts.addMessage(transaction, { attemptId: attempt.id, gateway, messageId, kind: 'message', body: kept })
      // A duplicate counts as new until the check that the first notification triggered has succeeded.
      if (!isNew && !attempt.notified && !attempt.unansweredSince) return { ignored: 'duplicate' }
      await attempts.update(transaction, attempt.id, { notified: true, nextCheckAt: now() })
      return { attemptId: attempt.id }
    })
}

function ignoreReason(attempt: AttemptRow | undefined, { reference, currency, amountMinor }: Notification): IgnoreReason | undefined {
  // The same account at the gateway may have other sales.
  if (!attempt) return reference ? 'unknown_payment' : 'other_sale'
  if (currency !== undefined && currency !== attempt.currency) return 'other_currency'
  // A forged message may shift digits of the preceding field into the amount. If the amount is real, the next regular check finds it.
  if (amountMinor !== undefined && amountMinor !== attempt.amountMinor) return 'other_amount'
}
