import type { Order, PaymentForm } from '#contracts/order.ts'
import { resolveActionUrl } from '#web/lib/access/next-action.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { describeRetryAfter } from '#web/lib/retry-after.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { fetchOrder, startPayment } from './orders-api.ts'
import { rememberPendingPayment } from './pending-payment.ts'
import type { PaymentErrors } from './validate-payment.ts'

type Sent = {
  /** The browser is on its way to the gateway */
  leaving?: true
  order?: Order
  errors?: PaymentErrors
  refusal?: string
  /** The order no longer says what the item costs */
  isOutdated?: true
}

/** Begins to pay, and goes to the gateway's page where it has one. Never rejects. */
export async function sendPayment(orderId: string, payment: PaymentForm): Promise<Sent> {
  try {
    const order = await startPayment(orderId, payment)
    rememberPendingPayment(orderId)
    if (order.attempt?.state !== 'open' || !order.attempt.address) return { order }
    location.assign(resolveActionUrl(order.attempt.address, location.href))
    return { leaving: true }
  } catch (error) {
    if (!(error instanceof ApiError)) console.warn(error)
    if (!(error instanceof ApiError) || error.problem.status >= 500) return unclear(orderId, error)
    return error.problem.status === 404 ? gone(orderId, error) : refused(error)
  }
}

function refused({ problem, retryAfterSeconds }: ApiError): Sent {
  const errors: PaymentErrors = {}
  for (const { field, message } of problem.errors ?? []) {
    const known = field === 'gateway' || field === 'method' ? 'option' : field
    if (known === 'option' || known === 'email' || known === 'phone') errors[known] ??= message
  }
  if (Object.keys(errors).length > 0) return { errors }
  if (problem.code === 'conflict') return { isOutdated: true }
  const when = problem.status === 429 ? describeRetryAfter(retryAfterSeconds) : undefined
  return { refusal: joinSentences(problem.title, problem.detail, when) }
}

/** The order says that its item was taken off, unless it is gone itself. */
async function gone(orderId: string, { problem: { title, detail } }: ApiError): Promise<Sent> {
  try {
    return { order: await fetchOrder(orderId) }
  } catch {
    return { refusal: joinSentences(title, detail) }
  }
}

/** Nobody knows whether the gateway got it. The order may say more. */
async function unclear(orderId: string, error: unknown): Promise<Sent> {
  const refusal =
    error instanceof ApiError
      ? 'We don’t know yet whether the payment was begun. Nothing is lost: try again in a moment.'
      : 'The connection broke. Nothing is lost: when it is back, try again. You are not charged twice.'
  try {
    const order = await fetchOrder(orderId)
    if (order.state === 'paying') rememberPendingPayment(orderId)
    return { order, refusal }
  } catch {
    return { refusal }
  }
}
