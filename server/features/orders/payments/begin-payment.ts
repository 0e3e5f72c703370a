import { randomBytes } from 'node:crypto'
import type { PaymentForm } from '#contracts/order.ts'
import type { GatewayName, QuoteState } from '#contracts/payment.ts'
import type { AttemptRow, AttemptStore } from '#server/features/orders/attempts.store.ts'
import type { Ledger } from '#server/features/orders/ledger.ts'
import type { OrderRow, OrderStore } from '#server/features/orders/orders.store.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { type Gateway, GatewayUnclearError, type Initiated, PaymentRefusedError } from '#server/platform/gateways/gateway.ts'
import { conflict, notFound, ProblemError, unavailable } from '#server/platform/problems.ts'
import { createKeyedQueue } from '#server/platform/queues/keyed-queue.ts'
import type { Alert } from './apply-status.ts'
import type { Admit } from './payment-limits.ts'
import { keepLease } from './with-lease.ts'

/** How long a payment may take on the gateway's page when the gateway sets no end, and on a phone that asks. */
const PAGE_MINUTES = 60
const PROMPT_MINUTES = 10

/** Stores a new attempt, hands it to its gateway and notes what that answered. */
export function createBeginPayment({
  orders,
  attempts,
  ledger,
  gatewayOf,
  cancelAtGateway,
  judgeQuote,
  transact,
  alert,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  ledger: Ledger
  gatewayOf: (name: GatewayName) => Gateway | undefined
  /** Never throws */
  cancelAtGateway: (attempt: AttemptRow) => Promise<void>
  /** Whether the order would be made just so today, and why not */
  judgeQuote: (orderId: string) => Promise<QuoteState>
  transact: Transact
  alert: Alert
  now: () => Date
}) {
  const inTurn = createKeyedQueue({
    ...{ width: 1, maxWaiting: 200, maxWaitMs: 30_000 },
    refuse: () => unavailable('This order is being asked for too often at once', { retryAfterSeconds: 2 }),
  })

  /** The attempt that the buyer goes on with: one that is under way, or a new one, which the caller then begins. */
  async function findOrInsert(orderId: string, form: PaymentForm, admit?: Admit) {
    // Asked before, since nothing may wait for another connection while it holds one.
    const quote = await judgeQuote(orderId)
    return inTurn(orderId, () => insertOnce(orderId, form, quote, admit))
  }

  function insertOnce(orderId: string, form: PaymentForm, quote: QuoteState, admit: Admit | undefined) {
    return transact(async (transaction) => {
      const order = await orders.find(orderId, transaction)
      if (!order?.clientDigest) throw notFound('order')
      await orders.lockProduct(transaction, order)
      if (await orders.isOwned(transaction, order.clientDigest, order)) return { owned: true as const }
      const underWay = await attempts.findOpen(order.clientDigest, order, order.currency, transaction)
      if (underWay) return { underWay }
      // Read again: another call may have closed it before this one had the lock, or it was too old to be kept.
      const current = await orders.keep(transaction, orderId)
      if (!current) throw notFound('order')
      if (current.closedAt) throw conflict('This order is no longer open', 'Go back to the item and choose it again.')
      if (quote === 'gone') throw gone()
      if (quote === 'changed') throw conflict('The price has changed', 'Look at the new price, then go on.')

      await admit?.(transaction)
      const { product, productId, currency, amountMinor, clientDigest } = order
      const email = form.email.toLowerCase()
      if (order.email !== email) await orders.update(transaction, orderId, { email })
      const minutes = form.method === 'web' ? PAGE_MINUTES : PROMPT_MINUTES
      const begun = await attempts.insert(transaction, {
        ...{ orderId, clientDigest, product, productId, currency, amountMinor },
        gateway: form.gateway,
        method: form.method,
        reference: randomBytes(16).toString('hex'),
        state: 'initiating',
        createdAt: now(),
        expiresAt: new Date(now().getTime() + minutes * 60_000),
        nextCheckAt: new Date(now().getTime() + 10_000),
      })
      await attempts.addEvent(transaction, { attemptId: begun.id, from: null, to: 'initiating', cause: 'buyer' })
      return { begun, order: { ...order, email } }
    })
  }

  async function begin(attempt: AttemptRow, order: OrderRow, form: PaymentForm, addresses: { returnUrl: string; cancelUrl: string }) {
    const gateway = gatewayOf(attempt.gateway)
    if (!gateway) throw new Error(`No gateway ${attempt.gateway}`)
    const { reference, amountMinor, currency, method } = attempt
    try {
      // By characters: half of one can't be sent.
      const title = [...order.title.replace(/\s+/g, ' ')].slice(0, 100).join('')
      const request = { reference, amountMinor, currency, method, title, email: form.email, phone: form.phone, ...addresses }
      const initiated = await keepLease(
        () => attempts.renewLease(attempt),
        () => gateway.initiate(request),
      )
      await noteBegun(attempt, initiated)
    } catch (error) {
      if (error instanceof PaymentRefusedError) return refuse(attempt, error.message)
      await attempts.release(attempt, new Date(now().getTime() + 10_000))
      if (!(error instanceof GatewayUnclearError)) throw error
      alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'no clear answer to a new payment')
      throw new ProblemError(503, 'unavailable', 'The payment service did not answer clearly', {
        detail: 'Nothing is lost: try again in a moment. Should it have been paid all the same, it opens by itself.',
      })
    }
  }

  /** Notes what a gateway answered to a new payment. One that was given up meanwhile can be cancelled there only now. */
  async function noteBegun(attempt: AttemptRow, initiated: Initiated) {
    const noted = await transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      if (!current) throw new Error('An attempt went missing')
      await attempts.keepWords(transaction, attempt, 'answer', initiated.raw)
      const { address = null, instructions = null, handle, gatewayReference = null } = initiated
      const known = {
        ...{ address, instructions, handle, gatewayReference },
        ...(initiated.expiresAt && { expiresAt: initiated.expiresAt }),
        ...(current.lease === attempt.lease && { lease: null, leasedUntil: null }),
      }
      if (current.state === 'initiating') await ledger.move(transaction, current, { to: 'open', cause: 'gateway' }, known)
      else await attempts.update(transaction, attempt.id, known)
      return { ...current, ...known }
    })
    if (['cancelled', 'expired', 'failed'].includes(noted.state)) await cancelAtGateway(noted)
  }

  function refuse(attempt: AttemptRow, reason: string) {
    return transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      const free = { lease: null, leasedUntil: null, reason }
      if (current?.state === 'initiating') await ledger.move(transaction, current, { to: 'failed', cause: 'gateway', detail: reason }, free)
    })
  }

  return { findOrInsert, begin }
}

/** Not a conflict, of which pages think that another price may help. */
function gone() {
  return new ProblemError(404, 'not_found', 'This item is no longer for sale', { detail: 'Nothing was charged.' })
}
