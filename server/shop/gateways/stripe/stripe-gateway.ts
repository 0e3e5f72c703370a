import Stripe from 'stripe'
import {
  type Gateway,
  GatewayUnclearError,
  type Initiated,
  type KnownPayment,
  PaymentRefusedError,
  type PaymentRequest,
  type PaymentStatus,
} from '#server/shop/gateways/gateway.ts'
import { readEvent } from './stripe-messages.ts'
import { type ChargeHistory, chargeOf, findSession, intentOf, paidAt, returnsOf, sessionState, statusText } from './stripe-sessions.ts'
import { isTestKey, type StripeSettings } from './stripe-settings.ts'

const REFUSALS: Record<string, string> = {
  amount_too_small: 'Stripe does not accept payments this small',
  amount_too_large: 'Stripe does not accept payments this large',
  email_invalid: 'Stripe does not accept this email address',
}

/** Lifetime of a Stripe session. Stripe allows 30 minutes to 24 hours. */
const SESSION_MS = 60 * 60 * 1000

/** Stripe's minimum for a charge in US dollars, in cents. Stripe refuses sessions below the minimum (`amount_too_small`). */
const LEAST_CENTS = 50

/** Maximum number of refunds that are read; no payment has more. */
const MAX_REFUNDS = 1000

/** Creates the gateway for Stripe Checkout: cards from any country, in US dollars. */
export function createStripeGateway(options: { settings: StripeSettings; timeoutMs?: number; now?: () => Date }): Gateway {
  const { settings, timeoutMs = 20_000, now = () => new Date() } = options
  const stripe = openStripe({ ...settings, timeoutMs })

  async function initiate(payment: PaymentRequest): Promise<Initiated> {
    if (payment.currency !== 'USD' || payment.method !== 'web')
      throw new PaymentRefusedError('Stripe only accepts US dollars here, on its own page')
    const expiresAt = new Date(Math.floor((now().getTime() + SESSION_MS) / 1000) * 1000)
    try {
      const session = await stripe.checkout.sessions.create(writeSession(payment, expiresAt), { idempotencyKey: payment.reference })
      if (!session.url) throw new GatewayUnclearError('Stripe’s response has no page URL')
      return { pageUrl: session.url, handle: { sessionId: session.id }, gatewayReference: session.id, expiresAt, raw: record(session) }
    } catch (error) {
      throw refusedOrUnclear(error)
    }
  }

  async function read(payment: KnownPayment): Promise<PaymentStatus> {
    try {
      const sessionId = payment.handle.sessionId ?? (await findSession(stripe, payment, now()))
      if (!sessionId) return { found: false, raw: JSON.stringify({ reference: payment.reference, found: false }) }
      return await readSession(sessionId, payment)
    } catch (error) {
      if (isMissing(error)) return { found: false, raw: JSON.stringify({ reference: payment.reference, missing: true }) }
      throw unclear(error)
    }
  }

  async function readSession(sessionId: string, payment: KnownPayment): Promise<PaymentStatus> {
    const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge.refunds'] })
    if (session.client_reference_id !== payment.reference) throw new GatewayUnclearError('Stripe’s response is about another payment')
    if (session.currency !== 'usd' || session.amount_total === null) throw new GatewayUnclearError('Stripe’s response has another currency')
    const charge = chargeOf(session)
    const history = charge ? await readHistory(charge) : { refunds: [], disputes: [] }
    const intent = intentOf(session)
    return {
      found: true,
      state: sessionState(session, history),
      statusText: statusText(session, history),
      amountMinor: session.amount_total,
      currency: 'USD',
      paidAt: paidAt(charge),
      returns: returnsOf(history),
      gatewayReference: intent?.id ?? session.id,
      gatewayIds: [session.id, intent?.id, charge?.id].filter((id) => id !== undefined),
      ...(payment.handle.sessionId ? {} : { handle: { sessionId } }),
      ...(session.url && { pageUrl: session.url }),
      raw: record(session, history),
    }
  }

  /** Reads the refunds and disputes of a charge. Most charges have neither and need no request. */
  async function readHistory({ id: charge, amount_refunded, refunds, disputed }: Stripe.Charge): Promise<ChargeHistory> {
    const hasRefunds = amount_refunded > 0 || (refunds?.data.length ?? 0) > 0
    const expand = ['data.failure_balance_transaction']
    return {
      refunds: hasRefunds ? await stripe.refunds.list({ charge, limit: 100, expand }).autoPagingToArray({ limit: MAX_REFUNDS }) : [],
      disputes: disputed ? (await stripe.disputes.list({ charge, limit: 100 })).data : [],
    }
  }

  async function cancel({ handle: { sessionId } }: KnownPayment) {
    if (!sessionId) return
    await stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
      // Stripe refuses to expire a session that is already paid or expired.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw unclear(error)
    })
  }

  return {
    name: 'stripe',
    isTrial: isTestKey(settings.secretKey),
    methods: { USD: ['web'] },
    leastMinor: { USD: LEAST_CENTS },
    initiate,
    read,
    verify: (message) => readEvent(stripe, message, settings.webhookSecret),
    cancel,
  }
}

function writeSession(payment: PaymentRequest, expiresAt: Date): Stripe.Checkout.SessionCreateParams {
  const metadata = { reference: payment.reference }
  const name = payment.title.trim()
  return {
    mode: 'payment',
    // Only cards are accepted, since they settle immediately: other methods, such as bank debits, would delay access to the item for days.
    allowed_payment_method_types: ['card'],
    line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount: payment.amountMinor, product_data: { name } } }],
    client_reference_id: payment.reference,
    metadata,
    // Charges inherit this metadata, so that refund events identify the payment.
    payment_intent_data: { metadata },
    customer_email: payment.email,
    success_url: payment.returnUrl,
    cancel_url: payment.cancelUrl,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    adaptive_pricing: { enabled: false },
  }
}

/** Returns the part of a response that is stored. It contains neither secrets nor the buyer's card, name or address. */
function record(session: Stripe.Checkout.Session, { refunds, disputes }: ChargeHistory = { refunds: [], disputes: [] }): string {
  const { id, client_reference_id, status, payment_status, amount_total, currency, livemode } = session
  const charge = chargeOf(session)
  return JSON.stringify({
    id,
    client_reference_id,
    status,
    payment_status,
    amount_total,
    currency,
    livemode,
    payment_intent: intentOf(session) && { id: intentOf(session)?.id, status: intentOf(session)?.status },
    charge: charge && {
      id: charge.id,
      created: charge.created,
      amount_refunded: charge.amount_refunded,
      refunded: charge.refunded,
      disputed: charge.disputed,
    },
    ...(refunds.length > 0 && {
      refunds: refunds.map(({ id, status, amount, created, failure_reason }) => ({ id, status, amount, created, failure_reason })),
    }),
    disputes: disputes.map((dispute) => ({ id: dispute.id, status: dispute.status, amount: dispute.amount })),
  })
}

/** Creates a Stripe client without telemetry and without retries, because payments with an unclear outcome are looked up later. */
function openStripe({ secretKey, apiUrl, timeoutMs }: { secretKey: string; apiUrl: string; timeoutMs: number }): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Converts a Stripe error for a new payment. Stripe's error message is omitted because it can contain a part of the key. */
function refusedOrUnclear(error: unknown): Error {
  const isRefusal =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  // An error without a type may come from a proxy between the server and Stripe.
  if (!isRefusal || !error.rawType) return unclear(error)
  return new PaymentRefusedError(REFUSALS[error.code ?? ''] ?? `Stripe refused the payment (${describe(error)})`)
}

function unclear(error: unknown): Error {
  if (error instanceof GatewayUnclearError || !(error instanceof Stripe.errors.StripeError)) return error as Error
  return new GatewayUnclearError(`Stripe gave no clear response (${describe(error)})`)
}

/** Returns whether an error means that the session does not exist in the Stripe account. */
function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404 && error.code === 'resource_missing'
}

function describe({ type, statusCode, code, requestId }: InstanceType<typeof Stripe.errors.StripeError>) {
  return [type, statusCode, code, requestId].filter(Boolean).join(' ')
}
