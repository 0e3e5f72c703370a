import type { Order, PaymentForm } from '#contracts/shop/order.ts'
import { resolveActionUrl } from '#web/lib/access/next-action.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { fieldErrors } from '#web/lib/api/field-errors.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { writeStorage } from '#web/lib/storage/local-storage.ts'
import { fetchOrder, startPayment } from './orders-api.ts'
import type { PaymentErrors } from './validate-payment.ts'

type Sent = {
  /** Set when the browser is navigating to the gateway's page */
  leaving?: true
  order?: Order
  errors?: PaymentErrors
  failure?: string
  /** Set when the price has changed since the order was created */
  isOutdated?: true
}

/** Starts a payment, and navigates to the gateway's page if there is one. Never rejects. */
export async function sendPayment(orderId: string, payment: PaymentForm): Promise<Sent> {
  try {
    const order = await startPayment(orderId, payment)
    writeStorage('paying', orderId)
    if (order.attempt?.state !== 'open' || !order.attempt.address) return { order }
    location.assign(resolveActionUrl(order.attempt.address, location.href))
    return { leaving: true }
  } catch (error) {
    if (!(error instanceof ApiError)) console.warn(error)
    if (!(error instanceof ApiError) || error.problem.status >= 500) return unclear(orderId, error)
    return error.problem.status === 404 ? gone(orderId, error) : refused(error)
  }
}

function refused(error: ApiError): Sent {
  const { problem, retryAfterSeconds } = error
  const errors = fieldErrors(error, ['email', 'phone', 'gateway', 'method'])
  if (errors) {
    const { gateway, method, ...others } = errors
    const option = gateway ?? method
    return { errors: option === undefined ? others : { ...others, option } }
  }
  if (problem.code === 'conflict') return { isOutdated: true }
  const when = problem.status === 429 ? describeRetryAfter(retryAfterSeconds) : undefined
  return { failure: joinSentences(problem.title, problem.detail, when) }
}

/** Handles a 404: either the item was removed from the site, which the order's state shows, or the order no longer exists. */
async function gone(orderId: string, { problem: { title, detail } }: ApiError): Promise<Sent> {
  try {
    return { order: await fetchOrder(orderId) }
  } catch {
    return { failure: joinSentences(title, detail) }
  }
}

/** Handles a failure after which it is unknown whether the payment was started. Returns the order, whose state may show this. */
async function unclear(orderId: string, error: unknown): Promise<Sent> {
  const failure =
    error instanceof ApiError
      ? 'We don’t know yet whether the payment started. Nothing is lost: try again in a moment.'
      : 'The connection failed. Nothing is lost: try again when you are online. You will not be charged twice.'
  try {
    const order = await fetchOrder(orderId)
    if (order.state === 'paying') writeStorage('paying', orderId)
    return { order, failure }
  } catch {
    return { failure }
  }
}
