import { createHash } from 'node:crypto'
import type { Currency } from '#contracts/shop/price.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import {
  type Gateway,
  type GatewayMessage,
  GatewayUnclearError,
  type Initiated,
  type KnownPayment,
  type Notification,
  PaymentRefusedError,
  type PaymentRequest,
  type PaymentStatus,
  UntrustedMessageError,
} from '#server/shop/gateways/gateway.ts'
import { createPaynowClient, type PaynowAnswer } from './paynow-client.ts'
import {
  gatewayReferenceOf,
  isHashedWith,
  lacksReference,
  mayExistAlready,
  type PaynowMessage,
  parseMessage,
  paynowState,
  readAmount,
  refusalOf,
  shorten,
  withHash,
  withoutBuyerData,
  writeInitiation,
} from './paynow-message.ts'
import type { PaynowIntegration, PaynowSettings } from './paynow-settings.ts'

/** URL of Paynow's notifications. */
export const ENDPOINT = '/gateways/paynow/result'

const METHODS = ['web', 'ecocash', 'onemoney'] as const
const REFERENCE = /^[0-9A-Za-z]{32}$/
/** Time within which Paynow may still register a payment whose response was lost. */
const MAX_DELAY_MS = 2 * 60 * 1000

/** Payment to look up, which may not have a poll URL yet. */
type TracedPayment = Pick<PaymentRequest, 'reference'> & Partial<Pick<KnownPayment, 'handle'>>

/**
 * Creates the gateway for Paynow, with one integration per currency. Paynow's messages don't contain the currency, which is derived from
 * the key that verifies the message.
 * @param urls URLs of the API, to which Paynow sends its notifications
 */
export function createPaynowGateway(options: {
  settings: PaynowSettings
  urls: Pick<SiteUrls, 'api'>
  timeoutMs?: number
  now?: () => Date
}): Gateway {
  const { settings, urls, timeoutMs = 20_000, now = () => new Date() } = options
  const client = createPaynowClient({ baseUrl: settings.url, timeoutMs })
  const resultUrl = urls.api(ENDPOINT)
  const integrations = new Map<Currency, PaynowIntegration>([
    ...(settings.usd ? [['USD', settings.usd] as const] : []),
    ...(settings.zwg ? [['ZWG', settings.zwg] as const] : []),
  ])

  /** Returns the currency whose key matches the hash of a message; undefined if no key or both keys match. */
  function currencyOf(message: PaynowMessage): Currency | undefined {
    const matching = [...integrations].filter(([, { key }]) => isHashedWith(message, key))
    return matching.length === 1 ? matching[0]?.[0] : undefined
  }

  async function initiate(payment: PaymentRequest): Promise<Initiated> {
    const integration = integrations.get(payment.currency)
    if (!integration) throw new PaymentRefusedError(`Paynow does not accept ${payment.currency} here`)
    const isOnPhone = payment.method !== 'web'
    const fields = writeInitiation(payment, integration, resultUrl)
    const { raw, message } = await (isOnPhone ? client.initiateOnPhone(fields) : client.initiate(fields))

    const reason = refusalOf(message)
    if (reason !== undefined) {
      if (mayExistAlready(reason) && (await trace(payment, integration)).found)
        throw new GatewayUnclearError(`Paynow already has this payment: ${reason}`)
      throw new PaymentRefusedError(reason)
    }
    const status = message.get('status') ?? ''
    if (status.toLowerCase() !== 'ok') throw new GatewayUnclearError(`Paynow responded with the unknown status “${shorten(status)}”`)
    if (!isHashedWith(message, integration.key)) throw new GatewayUnclearError('Paynow’s response has an invalid hash')
    const pollUrl = client.pin(message.get('pollurl'))
    if (!pollUrl) throw new GatewayUnclearError('Paynow’s response has no poll URL on Paynow’s host')
    const known = { handle: { pollUrl: pollUrl.href }, gatewayReference: gatewayReferenceOf(message), raw }
    if (isOnPhone) return { instructions: message.get('instructions'), ...known }
    const page = client.pin(message.get('browserurl'))
    if (!page) throw new GatewayUnclearError('Paynow’s response has no page URL on Paynow’s host')
    return { pageUrl: page.href, ...known }
  }

  async function read(payment: KnownPayment): Promise<PaymentStatus> {
    const integration = integrations.get(payment.currency)
    if (!integration) throw new GatewayUnclearError(`Paynow is not set up for ${payment.currency}`)
    const { pollUrl } = payment.handle
    if (pollUrl) return toStatus(await client.poll(pollUrl), payment)
    const status = await trace(payment, integration)
    const isInTransit = now().getTime() - payment.createdAt.getTime() < MAX_DELAY_MS
    if (!status.found && isInTransit) throw new GatewayUnclearError('Paynow does not know this payment yet')
    return status
  }

  /** Looks up a payment by its `merchanttrace`, which is the shop's reference. */
  async function trace(payment: TracedPayment, { id, key }: PaynowIntegration): Promise<PaymentStatus> {
    const fields = [
      ['id', id],
      ['merchanttrace', payment.reference],
      ['status', 'Message'],
    ] as const
    const answer = await client.trace(withHash([...fields], key))
    if (answer.message.get('status')?.toLowerCase() !== 'notfound') return toStatus(answer, payment)
    if (!isHashedWith(answer.message, key)) throw new GatewayUnclearError('Paynow’s response has an invalid hash')
    return { found: false, raw: answer.raw }
  }

  function toStatus({ raw, message }: PaynowAnswer, payment: TracedPayment): PaymentStatus {
    const status = message.get('status')
    if (!status || status.toLowerCase() === 'error')
      throw new GatewayUnclearError(`Paynow responded with an error: ${shorten(message.get('error') ?? '')}`)
    const currency = currencyOf(message)
    if (!currency) throw new GatewayUnclearError('Paynow’s response has an invalid hash')
    if (message.get('reference') !== payment.reference) throw new GatewayUnclearError('Paynow’s response is about another payment')
    const amountMinor = readAmount(message.get('amount'))
    if (amountMinor === undefined) throw new GatewayUnclearError('Paynow’s response has no valid amount')
    const gatewayReference = gatewayReferenceOf(message)
    const named = message.get('pollurl')
    const found = client.pin(named)
    if (named && !found) throw new GatewayUnclearError('Paynow’s response has a poll URL that is not on Paynow’s host')
    return {
      found: true,
      state: paynowState(status),
      statusText: shorten(status),
      amountMinor,
      currency,
      raw,
      ...(gatewayReference && { gatewayReference }),
      // A stored poll URL is never replaced. The URL from the lookup is used only if no poll URL is stored yet.
      ...(!payment.handle?.pollUrl && found && { handle: { pollUrl: found.href } }),
    }
  }

  function verify({ body }: GatewayMessage): Notification {
    const message = parseMessage(body)
    const [reference, status, hash] = [message.get('reference'), message.get('status'), message.get('hash')]
    const currency = currencyOf(message)
    if (!currency || !hash) throw new UntrustedMessageError('The hash matches no integration')
    // The hash protects neither the names nor the boundaries of fields, so the format of each field is checked.
    if (!reference || !REFERENCE.test(reference)) throw new UntrustedMessageError('The reference is invalid')
    const amountMinor = readAmount(message.get('amount'))
    if (amountMinor === undefined) throw new UntrustedMessageError('The amount is invalid')
    if (!/^[A-Za-z ]{1,40}$/.test(status ?? '')) throw new UntrustedMessageError('The status is invalid')
    if (!gatewayReferenceOf(message) && !lacksReference(message))
      throw new UntrustedMessageError('Paynow’s number of the payment is invalid')
    if (!client.pin(message.get('pollurl'))) throw new UntrustedMessageError('The poll URL is not on Paynow’s host')
    // The hash identifies a message regardless of how its values are escaped.
    const messageId = createHash('sha256').update(`paynow\n${hash.toUpperCase()}`).digest('hex')
    return { reference, messageId, kept: withoutBuyerData(body), currency, amountMinor }
  }

  const methods = Object.fromEntries([...integrations.keys()].map((currency) => [currency, METHODS]))
  return { name: 'paynow', methods, initiate, read, verify }
}
