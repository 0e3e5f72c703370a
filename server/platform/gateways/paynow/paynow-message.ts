import { createHash, timingSafeEqual } from 'node:crypto'
import { type GatewayState, type PaymentRequest, UntrustedMessageError } from '#server/platform/gateways/gateway.ts'
import type { PaynowIntegration } from '#server/platform/gateways/gateway-settings.ts'
import { localPhone } from '#server/platform/gateways/local-phone.ts'

/** Kept in the order of the message, which the hash depends on. */
export type PaynowField = readonly [key: string, value: string]

/** Paynow's messages have a few hundred. */
const MAX_CHARACTERS = 20_000
const PAIR = /^([A-Za-z][A-Za-z0-9_]{0,39})=((?:[^\s%&=<>"\p{Cc}]|%[0-9A-Fa-f]{2})*)$/u

export type PaynowMessage = {
  fields: PaynowField[]
  /** The trimmed value of a field, by its name in any case, which varies; undefined when it is missing or empty */
  get: (key: string) => string | undefined
}

/**
 * Parses a urlencoded message, of a notification as of an answer. White space and an `&` at its ends are ignored. Ambiguous messages are
 * refused: repeated names, broken escapes, invalid UTF-8; and everything else, such as the error page of an overloaded server.
 * @throws UntrustedMessageError
 */
export function parseMessage(text: string): PaynowMessage {
  if (text.length > MAX_CHARACTERS) throw new UntrustedMessageError('The message is too long')
  const fields = text
    .trim()
    .replace(/(?<![\s&])[\s&]+$/, '')
    .split('&')
    .map(parsePair)
  const values = new Map(fields.map(([key, value]) => [key.toLowerCase(), trim(value)]))
  if (values.size !== fields.length) throw new UntrustedMessageError('A field comes twice')
  return { fields, get: (key) => values.get(key) || undefined }
}

function parsePair(pair: string): PaynowField {
  const [, key, value] = PAIR.exec(pair) ?? []
  if (key === undefined || value === undefined) throw new UntrustedMessageError('This is no urlencoded message')
  try {
    return [key, decodeURIComponent(value.replaceAll('+', ' '))]
  } catch {
    throw new UntrustedMessageError('An escape is no UTF-8')
  }
}

export function writeMessage(fields: PaynowField[]): string {
  return new URLSearchParams(fields.map(([key, value]) => [key, value])).toString()
}

/** SHA-512 over all values but the hash, in the order of the message, and the integration's key; upper-case hex. */
export function hashOf(fields: PaynowField[], key: string): string {
  const values = fields.filter(([name]) => name.toLowerCase() !== 'hash').map(([, value]) => value)
  return createHash('sha512')
    .update(`${values.join('')}${key.toLowerCase()}`, 'utf8')
    .digest('hex')
    .toUpperCase()
}

export function withHash(fields: PaynowField[], key: string): PaynowField[] {
  return [...fields, ['hash', hashOf(fields, key)]]
}

/**
 * Whether the message is signed with the key. Paynow documents the hash over the values as they are, and in its C# over the trimmed
 * ones: either is accepted, since a padded value must not leave a paid order closed.
 */
export function isHashedWith({ fields, get }: PaynowMessage, key: string): boolean {
  const given = Buffer.from(get('hash')?.toUpperCase() ?? '')
  return [fields, fields.map(([name, value]): PaynowField => [name, trim(value)])].some((signed) => {
    const wanted = Buffer.from(hashOf(signed, key))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

/** Trims as .NET does. Without the lookbehind, a value of many spaces would take seconds. */
function trim(value: string): string {
  return value.replace(/^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu, '')
}

/** "19.99" for 1999 cents, without floating-point arithmetic. */
export function writeAmount(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) throw new RangeError('An amount is a whole number of cents')
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Cents, or undefined for anything but digits with exactly two decimals. */
export function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^(0|[1-9]\d{0,11})\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : undefined
}

const STATES = new Map<string, GatewayState>([
  ['created', 'open'],
  ['created but not paid', 'open'],
  ['awaiting redirect', 'open'],
  ['sent', 'open'],
  ['paid', 'paid'],
  ['awaiting delivery', 'paid'],
  ['delivered', 'paid'],
  ['cancelled', 'cancelled'],
  ['failed', 'cancelled'],
  ['disputed', 'disputed'],
  ['refunded', 'refunded'],
])

/** The state for a status of Paynow's; undefined when it is not documented. */
export function paynowState(status: string): GatewayState | undefined {
  return STATES.get(status.toLowerCase())
}

/** The fields that ask for a payment, in the order of Paynow's documentation, trimmed, with their hash. */
export function writeInitiation(payment: PaymentRequest, { id, key }: PaynowIntegration, resultUrl: string): PaynowField[] {
  const fields: PaynowField[] = [
    ['id', id],
    ['reference', payment.reference],
    ['amount', writeAmount(payment.amountMinor)],
    ['additionalinfo', payment.title.replace(/\s+/g, ' ')],
    ['returnurl', payment.returnUrl],
    ['resulturl', resultUrl],
    ['authemail', payment.email],
    // Finds the payment when the answer is lost.
    ['merchanttrace', payment.reference],
    ...(payment.method === 'web'
      ? []
      : ([
          ['method', payment.method],
          ['phone', localPhone(payment.phone ?? '')],
        ] satisfies PaynowField[])),
    ['status', 'Message'],
  ]
  return withHash(
    fields.map(([name, value]) => [name, trim(value)]),
    key,
  )
}

/** Paynow's number, without the comma that groups its thousands. */
export function gatewayReferenceOf(message: PaynowMessage): string | undefined {
  const number = message.get('paynowreference')?.replaceAll(',', '')
  return number && /^[A-Za-z0-9-]{1,32}$/.test(number) ? number : undefined
}

/** The statuses by which Paynow refuses a new payment. Only `Error` is documented; its own SDKs know the others. */
const REFUSALS = ['error', 'failed', 'cancelled', 'invalid id.', 'invalid hash.']

/** Paynow's reason for refusing a new payment; undefined when it did not refuse. */
export function refusalOf(message: PaynowMessage): string | undefined {
  const status = message.get('status')
  if (!status || !REFUSALS.includes(status.toLowerCase())) return undefined
  const isReason = /^invalid/i.test(status)
  return shorten(message.get('error') ?? (isReason ? status : '')) || 'Paynow refused the payment'
}

/**
 * Whether a refusal may mean that an earlier request with the same reference was accepted. The errors are not documented one by one,
 * so this looks for words that suggest it.
 */
export function mayExistAlready(reason: string): boolean {
  return /duplicate|already|exist/i.test(reason)
}

/** Paynow's text, safe to show to buyers and in logs: short, one line, without anything like a key or a hash. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/[0-9A-Fa-f][0-9A-Fa-f-]{23,}/g, '…')
  return line.trim().slice(0, 200)
}
