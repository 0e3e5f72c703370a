import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentForm } from '#contracts/order.ts'
import type { GatewayName, QuoteState } from '#contracts/payment.ts'
import { isOpen } from '#server/features/orders/attempt-states.ts'
import type { AttemptRow, AttemptStore } from '#server/features/orders/attempts.store.ts'
import type { Ledger } from '#server/features/orders/ledger.ts'
import type { OrderRow, OrderStore } from '#server/features/orders/orders.store.ts'
import type { RefundsDueStore } from '#server/features/orders/refunds-due.store.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { type Gateway, GatewayUnclearError, type Notification, type PaymentStatus } from '#server/platform/gateways/gateway.ts'
import { methodsFor } from '#server/platform/gateways/payment-methods.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import { type Alert, createApplyReading } from './apply-status.ts'
import { createBeginPayment } from './begin-payment.ts'
import { nextStep } from './decide-resume.ts'
import { type WhyIgnored, whyIgnored } from './ignored-notifications.ts'
import type { Admit } from './payment-limits.ts'
import { keepLease } from './with-lease.ts'

/** How long others wait for an attempt that is being begun at this moment. */
const BEGINNING_MS = 20_000
const AT_ONCE = 20
/** How long one reconciliation goes on while a gateway is slow; what is left is the next one's. */
const RECONCILING_MS = 60_000
/** How long a payment may be unreadable before somebody has to know. */
const UNREADABLE_MS = 15 * 60_000

/** What became of a verified message: its payment is to be read, or nothing follows from it. */
export type Heard = { attemptId: string } | { ignored: WhyIgnored }
export type PaymentService = ReturnType<typeof createPaymentService>

/** Begins payments, hears of them and finds out what became of them. Only a gateway's own word, read by us, makes a payment paid. */
export function createPaymentService({
  orders,
  attempts,
  dues,
  ledger,
  gateways,
  judgeQuote,
  transact,
  alert,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  dues: RefundsDueStore
  ledger: Ledger
  gateways: Gateway[]
  /** Whether the order would be made just so today, and why not */
  judgeQuote: (orderId: string) => Promise<QuoteState>
  transact: Transact
  alert: Alert
  now: () => Date
}) {
  const { apply, passOver } = createApplyReading({ orders, attempts, dues, ledger, transact, alert, now })
  const gatewayOf = (name: GatewayName) => gateways.find((gateway) => gateway.name === name)
  const { findOrInsert, begin } = createBeginPayment({
    ...{ orders, attempts, ledger, gatewayOf, cancelAtGateway, judgeQuote, transact, alert, now },
  })

  /** @throws GatewayUnclearError, which is told here unless the gateway's settings are gone: the overview tells that */
  async function read(attempt: AttemptRow): Promise<PaymentStatus> {
    const gateway = gatewayOf(attempt.gateway)
    if (!gateway) throw new GatewayUnclearError(`${attempt.gateway} is not set up`)
    try {
      return await gateway.read(attempt)
    } catch (error) {
      if (error instanceof GatewayUnclearError)
        alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'a payment could not be read now')
      throw error
    }
  }

  /**
   * Reads the gateway's own state of an attempt and applies it. Does nothing while somebody else is at it; what was hinted
   * meanwhile is then read by them.
   * @throws GatewayUnclearError when the gateway can't be asked, which is told here; it is asked again later
   */
  async function check(attemptId: string): Promise<void> {
    for (;;) {
      const attempt = await attempts.lease(attemptId, now())
      if (!attempt) return
      const reading = await keepLease(
        () => attempts.renewLease(attempt),
        () => read(attempt),
      ).catch(async (error: unknown) => {
        await passOver(attempt)
        throw error
      })
      const { hinted, moved, isGivenUp } = await apply(attempt, reading)
      if (moved && isGivenUp) await cancelAtGateway(moved)
      if (!hinted) return
    }
  }

  /** Gives an attempt up for the buyer, after a last look at what became of it. It is still watched: it may be paid late. */
  async function giveUp({ id }: AttemptRow): Promise<void> {
    await check(id).catch(ignoreUnclear)
    const given = await transact(async (transaction) => {
      const found = await attempts.find(id, transaction)
      if (!found) return
      await orders.lockProduct(transaction, found)
      const attempt = await attempts.lock(transaction, id)
      if (attempt && isOpen(attempt.state)) return ledger.move(transaction, attempt, { to: 'cancelled', cause: 'buyer' })
    })
    if (given) await cancelAtGateway(given)
  }

  async function cancelAtGateway(attempt: AttemptRow) {
    await gatewayOf(attempt.gateway)
      ?.cancel?.(attempt)
      .catch((error: unknown) => alert({ attempt: attempt.id, reason: String(error) }, 'a payment could not be cancelled at its gateway'))
  }

  return {
    /**
     * Begins to pay an order, or answers the attempt that is under way for it. Whatever happens to the answer, the attempt is
     * stored before and looked up later.
     * @param admit refuses to begin another one, in the transaction that would store it
     */
    pay: async (order: OrderRow, form: PaymentForm, addresses: { returnUrl: string; cancelUrl: string }, admit?: Admit): Promise<void> => {
      const gateway = gatewayOf(form.gateway)
      if (!gateway || !methodsFor(gateway, order).includes(form.method))
        throw invalidRequest([{ field: 'gateway', message: 'Choose another way to pay: this one is not open at present.' }])
      const patience = Date.now() + BEGINNING_MS
      let lookedAt: string | undefined
      for (;;) {
        const found = await findOrInsert(order.id, form, admit)
        if (found.owned) return
        if (found.begun) return begin(found.begun, found.order, form, addresses)
        const { underWay } = found
        const mayWait = Date.now() < patience
        const step = nextStep(underWay, { ...form, orderId: order.id }, { now: now(), mayWait, wasLookedAt: lookedAt === underWay.id })
        if (step === 'go on') return
        if (step === 'wait') await delay(100)
        if (step === 'give up') await giveUp(underWay)
        if (step === 'look') {
          lookedAt = underWay.id
          await check(underWay.id).catch(ignoreUnclear)
        }
      }
    },

    /** Gives up whatever is under way for an order, so that it can be paid another way. */
    cancel: async (order: OrderRow): Promise<void> => {
      const [attempt] = await attempts.listOf(order.id)
      if (attempt && isOpen(attempt.state)) await giveUp(attempt)
    },

    check,
    giveUp,

    /**
     * Stores a verified message. It is only a hint: what is true is read afterwards, by `check` or by the next reconciliation.
     * One that is ignored leaves no trace but the caller's word of it.
     */
    hear: (gateway: GatewayName, hint: Notification, body: string): Promise<Heard> =>
      transact(async (transaction) => {
        const attempt = await attempts.findByReference(transaction, gateway, hint.reference)
        if (!attempt) return { ignored: 'it is about an unknown payment' }
        const ignored = whyIgnored(attempt, hint)
        if (ignored) return { ignored }
        const { messageId, kept = body } = hint
        const isNew = await attempts.addMessage(transaction, { attemptId: attempt.id, gateway, messageId, kind: 'message', body: kept })
        // Should the reading that followed it have failed, it is as good as new.
        if (!isNew && !attempt.hinted && !attempt.unansweredSince) return { ignored: 'it came before' }
        await attempts.update(transaction, attempt.id, { hinted: true, nextCheckAt: now() })
        return { attemptId: attempt.id }
      }),

    /** How many attempts nobody has been able to read for a while. */
    countUnreadable: (): Promise<number> =>
      attempts.countUnreadable(new Date(now().getTime() - UNREADABLE_MS), gatewayOf('sandbox') !== undefined),

    /** Lets the next reconciliation look at all that is open: what gateways said while no app was there may be lost. */
    checkOpenSoon: (): Promise<void> => attempts.checkOpenSoon(now()),

    /**
     * Reads the attempts that are due, until the signal. One that can't be read is left for its next time. Any number of apps may
     * do so at once. Answers how many were read.
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

/** A gateway that can't be asked now is asked again later. */
function ignoreUnclear(error: unknown) {
  if (!(error instanceof GatewayUnclearError)) throw error
}
