import Stripe from 'stripe'
import { GatewayUnclearError, PaymentRefusedError } from '#server/shop/gateways/gateway.ts'

const REFUSALS: Record<string, string> = {
  amount_too_small: 'Stripe does not accept payments this small',
  amount_too_large: 'Stripe does not accept payments this large',
  email_invalid: 'Stripe does not accept this e-mail address',
}

/** Translates an error for a new payment, without Stripe's text, which can contain a part of the key. */
export function refusedOrUnclear(error: unknown): Error {
  const isRefusal =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  // An error without a type may come from a proxy between the app and Stripe.
  if (!isRefusal || !error.rawType) return unclear(error)
  return new PaymentRefusedError(REFUSALS[error.code ?? ''] ?? `Stripe refused the payment (${describe(error)})`)
}

export function unclear(error: unknown): Error {
  if (error instanceof GatewayUnclearError || !(error instanceof Stripe.errors.StripeError)) return error as Error
  return new GatewayUnclearError(`Stripe gave no clear response (${describe(error)})`)
}

/** Whether the session does not exist in the account of the configured key. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404 && error.code === 'resource_missing'
}

function describe({ type, statusCode, code, requestId }: InstanceType<typeof Stripe.errors.StripeError>) {
  return [type, statusCode, code, requestId].filter(Boolean).join(' ')
}
