import type { PaymentForm } from '#contracts/shop/order.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { type Gateway, GatewayUnclearError, type Initiated, PaymentRefusedError } from '#server/shop/gateways/gateway.ts'
import { UNPAID } from '#server/shop/orders/attempts/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts/attempts.store.ts'
import { withLease } from '#server/shop/orders/attempts/payment-lease.ts'
import type { OrderDeps, ReturnUrls } from '#server/shop/orders/order-deps.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import type { CancelAtGateway } from './cancel-payment.ts'

/** Sends a stored payment attempt, which the caller has leased, to its gateway and stores the response. */
export type SendPayment = (attempt: AttemptRow, order: OrderRow, form: PaymentForm, urls: ReturnUrls) => Promise<void>

export function createSendPayment(deps: OrderDeps & { gateways: Gateway[]; cancelAtGateway: CancelAtGateway }): SendPayment {
  const { attempts, transition, transact, alert, now, gateways, cancelAtGateway } = deps

  /** Stores the gateway's response to a new payment. If the attempt ended in the meantime, it can now be canceled at the gateway. */
  async function storeResponse(attempt: AttemptRow, initiated: Initiated) {
    const stored = await transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      if (!current) throw new Error('The attempt is missing')
      await attempts.saveResponse(transaction, attempt, 'answer', initiated.raw)
      const { pageUrl = null, instructions = null, handle, gatewayReference = null } = initiated
      const known = {
        pageUrl,
        instructions,
        handle,
        gatewayReference,
        ...(initiated.expiresAt && { expiresAt: initiated.expiresAt }),
        ...(current.lease === attempt.lease && { lease: null, leasedUntil: null }),
      }
      if (current.state === 'initiating') await transition(transaction, current, { to: 'open', cause: 'gateway' }, known)
      else await attempts.update(transaction, attempt.id, known)
      return { ...current, ...known }
    })
    if (UNPAID.includes(stored.state)) await cancelAtGateway(stored)
  }

  function storeRefusal(attempt: AttemptRow, reason: string) {
    return transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      const free = { lease: null, leasedUntil: null, reason }
      if (current?.state === 'initiating') await transition(transaction, current, { to: 'failed', cause: 'gateway', detail: reason }, free)
    })
  }

  return async (attempt, order, form, urls) => {
    const gateway = gateways.find(({ name }) => name === attempt.gateway)
    if (!gateway) throw new Error(`${attempt.gateway} is not set up`)
    const { reference, amountMinor, currency } = attempt
    try {
      // The title is cut at a code point because half of a surrogate pair can't be sent.
      const title = [...order.title.replace(/\s+/g, ' ')].slice(0, 100).join('')
      const request = { reference, amountMinor, currency, title, ...urls, method: form.method, email: form.email, phone: form.phone }
      const initiated = await withLease(
        () => attempts.renewLease(attempt),
        () => gateway.initiate(request),
      )
      await storeResponse(attempt, initiated)
    } catch (error) {
      if (error instanceof PaymentRefusedError) return storeRefusal(attempt, error.message)
      await attempts.release(attempt, new Date(now().getTime() + 10_000))
      if (!(error instanceof GatewayUnclearError)) throw error
      alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'the gateway gave no clear response to a new payment')
      throw new ProblemError(503, 'unavailable', 'The payment service gave no clear response', {
        detail: 'Nothing is lost: try again in a moment. If you were charged anyway, the item opens automatically.',
      })
    }
  }
}
