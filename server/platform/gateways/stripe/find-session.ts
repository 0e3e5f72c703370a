import type Stripe from 'stripe'
import { GatewayUnclearError, type KnownPayment } from '#server/platform/gateways/gateway.ts'

/** Clocks differ, and a slow request is created late. */
const BEFORE_SECONDS = 5 * 60
const AFTER_SECONDS = 15 * 60
const MAX_SESSIONS = 2000
/** After this, Stripe has forgotten the idempotency key, and a request that is still on its way somewhere is a new one. */
const KEY_LIVES_MS = 24 * 60 * 60 * 1000

/**
 * The session of a payment whose answer was lost. Sessions can't be asked for by our reference, nor searched; but listing
 * those of some minutes is complete at once.
 * @returns undefined when there is none for certain
 * @throws GatewayUnclearError while one may yet turn up
 */
export async function findSession(stripe: Stripe, { reference, createdAt }: KnownPayment, now: Date): Promise<string | undefined> {
  const seconds = Math.floor(createdAt.getTime() / 1000)
  const created = { gte: seconds - BEFORE_SECONDS, lte: seconds + AFTER_SECONDS }
  let seen = 0
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
    if (session.client_reference_id === reference) return session.id
    if (++seen === MAX_SESSIONS) throw new GatewayUnclearError('Stripe has too many payments of those minutes')
  }
  if (now.getTime() - createdAt.getTime() < KEY_LIVES_MS) throw new GatewayUnclearError('Stripe does not know this payment yet')
  return undefined
}
