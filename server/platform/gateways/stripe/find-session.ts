import type Stripe from 'stripe'
import { GatewayUnclearError, type KnownPayment } from '#server/platform/gateways/gateway.ts'

/** Allows for clock differences and slow requests. */
const BEFORE_SECONDS = 5 * 60
const AFTER_SECONDS = 15 * 60
const MAX_SESSIONS = 2000
/** How long Stripe remembers an idempotency key. Until then, a delayed request may still create the session. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * Finds the session of a payment whose answer was lost. Stripe can't search sessions by our reference, but it lists those of a
 * period completely and at once.
 * @returns undefined when there is certainly none
 * @throws GatewayUnclearError while one may still appear
 */
export async function findSession(stripe: Stripe, { reference, createdAt }: KnownPayment, now: Date): Promise<string | undefined> {
  const seconds = Math.floor(createdAt.getTime() / 1000)
  const created = { gte: seconds - BEFORE_SECONDS, lte: seconds + AFTER_SECONDS }
  let seen = 0
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
    if (session.client_reference_id === reference) return session.id
    if (++seen === MAX_SESSIONS) throw new GatewayUnclearError('Stripe has too many payments of those minutes')
  }
  if (now.getTime() - createdAt.getTime() < KEY_LIFETIME_MS) throw new GatewayUnclearError('Stripe does not know this payment yet')
  return undefined
}
