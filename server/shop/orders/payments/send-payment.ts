import { randomBytes } from 'node:crypto'
import type { PaymentForm } from '#contracts/shop/order.ts'
import type { GatewayName, QuoteState } from '#contracts/shop/payment.ts'
import { createKeyedQueue } from '#server/platform/concurrency/keyed-queue.ts'
import { conflict, notFound, ProblemError, unavailable } from '#server/platform/problems.ts'
import { type Gateway, GatewayUnclearError, type Initiated, PaymentRefusedError } from '#server/shop/gateways/gateway.ts'
import { localPhone } from '#server/shop/gateways/local-phone.ts'
import { UNPAID } from '#server/shop/orders/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import type { Admit, OrderDeps } from '#server/shop/orders/order-deps.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import { withLease } from '#server/shop/orders/payment-lease.ts'

/** Time limits for a payment: on the gateway's page, if the gateway sets no limit itself, and for the prompt on the buyer's phone. */
const PAGE_MINUTES = 60
const PROMPT_MINUTES = 10

/** Stores a new attempt, sends it to its gateway and stores the response. */
export function createBeginPayment({
  orders,
  attempts,
  paymentStates,
  gatewayOf,
  cancelAtGateway,
  checkQuote,
  transact,
  alert,
  now,
}: OrderDeps & {
  gatewayOf: (name: GatewayName) => Gateway | undefined
  /** Never throws */
  cancelAtGateway: (attempt: AttemptRow) => Promise<void>
  checkQuote: (order: OrderRow) => Promise<QuoteState>
}) {
  const inTurn = createKeyedQueue({
    ...{ width: 1, maxWaiting: 200, maxWaitMs: 30_000 },
    refuse: () => unavailable('Too many concurrent requests for this order', { retryAfterSeconds: 2 }),
  })

  /** Finds the buyer's open attempt, or stores a new one, which the caller then sends to the gateway. */
  async function findOrInsert(order: OrderRow, form: PaymentForm, admit?: Admit) {
    // Before the transaction, because code that holds a connection must not wait for another one.
    const quote = await checkQuote(order)
    return inTurn(order.id, () => insertOnce(order.id, form, quote, admit))
  }

  function insertOnce(orderId: string, form: PaymentForm, quote: QuoteState, admit: Admit | undefined) {
    return transact(async (transaction) => {
      const order = await orders.find(orderId, transaction)
      if (!order?.clientDigest) throw notFound('order')
      await orders.lockProduct(transaction, order)
      if (await orders.isOwned(transaction, order.clientDigest, order)) return { owned: true as const }
      const processing = await attempts.findProcessing(order.clientDigest, order, transaction)
      if (processing)
        throw conflict(
          'This item is already paid, and the bank is still processing the payment',
          'It opens automatically. Don’t pay again.',
        )
      const open = await attempts.findOpen(order.clientDigest, order, order.currency, transaction)
      if (open) return { open, email: order.email }
      // Reads the order again: it may have been closed or removed before this transaction took the lock.
      const current = await orders.keep(transaction, orderId)
      if (!current) throw notFound('order')
      if (current.closedAt) throw conflict('This order is no longer open', 'Go back to the item and choose it again.')
      if (quote === 'gone') throw gone()
      if (quote === 'changed') throw conflict('The price has changed', 'Check the new price, then continue.')

      await admit?.(transaction)
      const { product, productId, currency, amountMinor, clientDigest } = order
      const email = form.email.toLowerCase()
      if (order.email !== email) await orders.update(transaction, orderId, { email })
      const minutes = form.method === 'web' ? PAGE_MINUTES : PROMPT_MINUTES
      const begun = await attempts.insert(transaction, {
        ...{ orderId, clientDigest, product, productId, currency, amountMinor },
        gateway: form.gateway,
        method: form.method,
        phone: form.phone ? localPhone(form.phone) : null,
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

  async function begin(attempt: AttemptRow, order: OrderRow, form: PaymentForm, urls: { returnUrl: string; cancelUrl: string }) {
    const gateway = gatewayOf(attempt.gateway)
    if (!gateway) throw new Error(`${attempt.gateway} is not set up`)
    const { reference, amountMinor, currency, method } = attempt
    try {
      // Cut by code points, because half of a surrogate pair can't be sent.
      const title = [...order.title.replace(/\s+/g, ' ')].slice(0, 100).join('')
      const request = { reference, amountMinor, currency, method, title, email: form.email, phone: form.phone, ...urls }
      const initiated = await withLease(
        () => attempts.renewLease(attempt),
        () => gateway.initiate(request),
      )
      await storeAnswer(attempt, initiated)
    } catch (error) {
      if (error instanceof PaymentRefusedError) return refuse(attempt, error.message)
      await attempts.release(attempt, new Date(now().getTime() + 10_000))
      if (!(error instanceof GatewayUnclearError)) throw error
      alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'the gateway gave no clear response to a new payment')
      throw new ProblemError(503, 'unavailable', 'The payment service gave no clear response', {
        detail: 'Nothing is lost: try again in a moment. If you were charged anyway, the item opens automatically.',
      })
    }
  }

  /** Stores the gateway's response to a new payment. An attempt that ended meanwhile can be cancelled at the gateway only now. */
  async function storeAnswer(attempt: AttemptRow, initiated: Initiated) {
    const stored = await transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      if (!current) throw new Error('The attempt is missing')
      await attempts.saveResponse(transaction, attempt, 'answer', initiated.raw)
      const { pageUrl = null, instructions = null, handle, gatewayReference = null } = initiated
      const known = {
        ...{ pageUrl, instructions, handle, gatewayReference },
        ...(initiated.expiresAt && { expiresAt: initiated.expiresAt }),
        ...(current.lease === attempt.lease && { lease: null, leasedUntil: null }),
      }
      if (current.state === 'initiating') await paymentStates.move(transaction, current, { to: 'open', cause: 'gateway' }, known)
      else await attempts.update(transaction, attempt.id, known)
      return { ...current, ...known }
    })
    if (UNPAID.includes(stored.state)) await cancelAtGateway(stored)
  }

  function refuse(attempt: AttemptRow, reason: string) {
    return transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      const free = { lease: null, leasedUntil: null, reason }
      if (current?.state === 'initiating')
        await paymentStates.move(transaction, current, { to: 'failed', cause: 'gateway', detail: reason }, free)
    })
  }

  return { findOrInsert, begin }
}

/** 404 instead of 409, because pages offer a new price after a conflict. */
function gone() {
  return new ProblemError(404, 'not_found', 'This item is no longer for sale', { detail: 'Nothing was charged.' })
}
