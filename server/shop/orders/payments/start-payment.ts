import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { PaymentForm } from '#contracts/shop/order.ts'
import type { QuoteState } from '#contracts/shop/payment.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import { createKeyedQueue } from '#server/platform/concurrency/keyed-queue.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { conflict, invalidRequest, notFound, ProblemError, unavailable } from '#server/platform/problems.ts'
import { type Gateway, ignoreUnclear } from '#server/shop/gateways/gateway.ts'
import { localPhone } from '#server/shop/gateways/local-phone.ts'
import { methodsFor } from '#server/shop/gateways/payment-methods.ts'
import { hasExpired } from '#server/shop/orders/attempts/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts/attempts.store.ts'
import { beneficiaryOf } from '#server/shop/orders/copies/beneficiary.ts'
import { findOwning, isOwned } from '#server/shop/orders/copies/ownership.ts'
import type { OrderDeps, PaymentGuard, Payments } from '#server/shop/orders/order-deps.ts'
import { orders as orderTable } from '#server/shop/orders/orders.schema.ts'
import { lockProduct, type OrderRow } from '#server/shop/orders/orders.store.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'
import type { SendPayment } from './send-payment.ts'

/** Time limits for a payment: on the gateway's page, unless the gateway sets a limit, and for the prompt on the buyer's phone. */
const PAGE_MINUTES = 60
const PROMPT_MINUTES = 10
/** Maximum wait for a concurrent request that is sending the same payment attempt to the gateway. */
const BEGINNING_MS = 20_000
const POLL_MS = 100
/** Maximum number of rounds in which a payment is started or resumed; waiting for `BEGINNING_MS` takes fewer rounds. */
const MAX_ROUNDS = 500

export function createStartPayment(
  deps: OrderDeps &
    Pick<Payments, 'check' | 'abandon'> & {
      gateways: Gateway[]
      compareQuote: (order: OrderRow) => Promise<QuoteState>
      send: SendPayment
      receipts: Pick<ReceiptService, 'notify' | 'wasNotified'>
    },
): Payments['start'] {
  const { orders, attempts, transact, now, gateways, compareQuote, send, check, abandon } = deps
  const { notify, wasNotified } = deps.receipts

  const queue = { width: 1, maxWaitMs: 30_000 }
  const inTurn = createKeyedQueue({
    ...queue,
    maxWaiting: 200,
    refuse: () => unavailable('Too many concurrent requests for this order', { retryAfterSeconds: 2 }),
  })
  // Payments for an item wait for its lock here, without a connection.
  const productInTurn = createKeyedQueue({
    ...queue,
    maxWaiting: 1000,
    refuse: () => unavailable('Too many payments for this item', { retryAfterSeconds: 2 }),
  })

  /** Finds the buyer's open payment attempt, or stores a new attempt, which the caller then sends to the gateway. */
  function findOrInsert(ordered: OrderRow, form: PaymentForm, given: { quote: QuoteState; trial: boolean; refusal: Error | undefined }) {
    const { quote, trial, refusal } = given
    return transact(async (transaction) => {
      await lockProduct(transaction, ordered)
      // The order is read after the product lock, since it may have been closed in the meantime. The row lock prevents its removal.
      const [order] = await transaction.select().from(orderTable).where(eq(orderTable.id, ordered.id)).for('key share')
      if (!order?.clientDigest) throw notFound('order')
      for (const client of beneficiaryOf(order).clients) if (await isOwned(transaction, client, order)) return { owned: true as const }
      const processing = await attempts.findProcessing(order.clientDigest, order, transaction)
      if (processing)
        throw conflict(
          'This item is already paid, and the bank is still processing the payment',
          'It opens automatically. Don’t pay again.',
        )
      const open = await attempts.findOpen(order.clientDigest, order, order.currency, transaction)
      if (open) return { open, email: order.email }
      if (order.closedAt) throw conflict('This order is no longer open', 'Go back to the item and choose it again.')
      // An item that is no longer for sale results in 404 instead of 409, because pages offer a new price after a conflict.
      if (quote === 'gone') throw new ProblemError(404, 'not_found', 'This item is no longer for sale', { detail: 'Nothing was charged.' })
      if (quote === 'changed') throw conflict('The price has changed', 'Check the new price, then continue.')

      if (refusal) throw refusal
      const { id: orderId, product, productId, currency, amountMinor, clientDigest } = order
      const email = form.email.toLowerCase()
      if (order.email !== email) await orders.update(transaction, orderId, { email })
      const minutes = form.method === 'web' ? PAGE_MINUTES : PROMPT_MINUTES
      const begun = await attempts.insert(transaction, {
        orderId,
        clientDigest,
        product,
        productId,
        currency,
        amountMinor,
        gateway: form.gateway,
        method: form.method,
        trial,
        phone: form.phone ? localPhone(form.phone) : null,
        reference: randomBytes(16).toString('hex'),
        state: 'initiating',
        createdAt: now(),
        expiresAt: new Date(now().getTime() + minutes * 60_000),
        nextCheckAt: new Date(now().getTime() + 10_000),
      })
      await attempts.addEvent(transaction, { attemptId: begun.id, from: null, to: 'initiating', cause: 'buyer' })
      await notifyOwner(transaction, email, order)
      return { begun, order: { ...order, email } }
    })
  }

  /** Finds or stores the payment attempt. A payment that was counted for the rate limits but not stored is removed from them. */
  async function findOrCount(
    order: OrderRow,
    form: PaymentForm,
    given: { quote: QuoteState; trial: boolean; guard: PaymentGuard | undefined },
  ) {
    const counted = await given.guard?.()
    const refusal = counted && 'refusal' in counted ? counted.refusal : undefined
    let isStored = false
    try {
      const found = await productInTurn(`${order.product} ${order.productId}`, () => findOrInsert(order, form, { ...given, refusal }))
      isStored = found.begun !== undefined
      return found
    } finally {
      if (!isStored && counted && 'forget' in counted) await counted.forget()
    }
  }

  /**
   * Mails the link of an item to an address that already owns it. Only the mailbox learns this: the response is the same for every address,
   * because anyone can enter one.
   */
  async function notifyOwner(transaction: Transaction, email: string, product: ProductRef) {
    const orderId = await findOwning(transaction, email, product)
    if (!orderId || (await wasNotified(transaction, { kind: 'already_owned', orderId }))) return
    await notify(transaction, { kind: 'already_owned', orderId, email })
  }

  async function waitWhileSending(attemptId: string, deadline: number) {
    let attempt: AttemptRow | undefined
    do {
      await delay(POLL_MS)
      attempt = await attempts.find(attemptId)
    } while (attempt?.state !== 'open' && isLeased(attempt) && Date.now() < deadline)
  }

  return async (order, form, urls, guard) => {
    const gateway = gateways.find(({ name }) => name === form.gateway)
    if (!gateway || !methodsFor(gateway, order).includes(form.method))
      throw invalidRequest([{ field: 'gateway', message: 'Choose another way to pay: this payment method is currently unavailable.' }])
    const deadline = Date.now() + BEGINNING_MS
    let checkedId: string | undefined
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      // The quote is compared before the transaction, because code that holds a database connection must not wait for another connection.
      const quote = await compareQuote(order)
      const found = await inTurn(order.id, () => findOrCount(order, form, { quote, trial: gateway.isTrial ?? false, guard }))
      if (found.owned) return quote
      if (found.begun) {
        await send(found.begun, found.order, form, urls)
        return quote
      }
      const { open, email } = found
      const known = { now: now(), mayWait: Date.now() < deadline, wasChecked: checkedId === open.id }
      const decision = decideResume(open, email, { ...form, orderId: order.id }, known)
      if (decision === 'resume') return quote
      if (decision === 'wait') await waitWhileSending(open.id, deadline)
      if (decision === 'abandon') await abandon(open)
      if (decision === 'check') {
        checkedId = open.id
        await check(open.id).catch(ignoreUnclear)
      }
    }
    throw unavailable('Another payment for this order is in progress', { retryAfterSeconds: 5 })
  }
}

/**
 * Decides how to treat the open attempt of a buyer who requests a payment. The attempt is resumed only if the request has the same details:
 * a corrected phone number or email address starts a new attempt.
 * @param email the email address of the attempt's order
 */
function decideResume(
  attempt: AttemptRow,
  email: string | null,
  wanted: PaymentForm & { orderId: string },
  { now, mayWait, wasChecked }: { now: Date; mayWait: boolean; wasChecked: boolean },
): 'resume' | 'wait' | 'check' | 'abandon' {
  const { orderId, gateway, method, phone, state, pageUrl } = attempt
  const isSameWay = gateway === wanted.gateway && method === wanted.method && phone === (wanted.phone ? localPhone(wanted.phone) : null)
  const isWanted = orderId === wanted.orderId && isSameWay && email === wanted.email.toLowerCase()
  const isUsable = pageUrl !== null || method !== 'web'
  if (state === 'open') return isWanted && isUsable && !hasExpired(attempt, now) ? 'resume' : 'abandon'
  // Another request is sending the attempt to the gateway.
  if (isLeased(attempt) && mayWait) return 'wait'
  // The gateway's response was lost, so a check may find the payment.
  return wasChecked ? 'abandon' : 'check'
}

/** Returns whether an attempt is leased. Leases use the database's clock, which tests never change. */
function isLeased(attempt: AttemptRow | undefined) {
  return (attempt?.leasedUntil?.getTime() ?? 0) > Date.now()
}
