import { createHash } from 'node:crypto'
import { isSameSecret } from '#server/platform/digest.ts'
import { type GatewayState, type PaymentRequest, UntrustedMessageError } from '#server/shop/gateways/gateway.ts'
import { localPhone } from '#server/shop/gateways/local-phone.ts'
import type { PaynowIntegration } from './paynow-settings.ts'

/** Field of a Paynow message. Fields retain their order because the hash depends on it. */
export type PaynowField = readonly [key: string, value: string]

/** Maximum length of a message. Paynow's messages have a few hundred characters. */
const MAX_CHARACTERS = 20_000
const PAIR = /^([A-Za-z][A-Za-z0-9_]{0,39})=((?:[^\s%&=<>"\p{Cc}]|%[0-9A-Fa-f]{2})*)$/u

export type PaynowMessage = {
  fields: PaynowField[]
  /** Returns the trimmed value of a field by its case-insensitive name; undefined when the field is missing or empty */
  get: (key: string) => string | undefined
}

/**
 * Parses the urlencoded message of a notification or a response. White space at the ends and a trailing `&` are ignored. Ambiguous messages
 * (repeated names, broken escapes, invalid UTF-8) are refused, and so is other content, such as the error page of an overloaded server.
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
  if (values.size !== fields.length) throw new UntrustedMessageError('A field is repeated')
  return { fields, get: (key) => values.get(key) || undefined }
}

function parsePair(pair: string): PaynowField {
  const [, key, value] = PAIR.exec(pair) ?? []
  if (key === undefined || value === undefined) throw new UntrustedMessageError('The message is not urlencoded')
  try {
    return [key, decodeURIComponent(value.replaceAll('+', ' '))]
  } catch {
    throw new UntrustedMessageError('An escape is not valid UTF-8')
  }
}

export function writeMessage(fields: PaynowField[]): string {
  return new URLSearchParams(fields.map(([key, value]) => [key, value])).toString()
}

/** Stored fields of Paynow messages. Other fields contain data about the buyer, such as a card number, a name or a card token. */
const STORED_FIELDS = 'reference paynowreference merchanttrace amount status error instructions browserurl pollurl hash'.split(' ')

/** Returns the part of a Paynow message that is stored, without data about the buyer. */
export function withoutBuyerData(text: string): string {
  return text
    .trim()
    .split('&')
    .filter((pair) => STORED_FIELDS.includes(pair.split('=', 1)[0]?.trim().toLowerCase() ?? ''))
    .join('&')
}

/** Returns the upper-case hex SHA-512 of all values except the hash, in message order, followed by the integration's key. */
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
 * Returns whether a message is signed with the key. Paynow's documentation hashes raw values, and its C# example hashes trimmed values.
 * Both are accepted, because a padded value must not block access to a paid order.
 */
export function isHashedWith({ fields, get }: PaynowMessage, key: string): boolean {
  const given = get('hash')?.toUpperCase() ?? ''
  const trimmed = fields.map(([name, value]): PaynowField => [name, trim(value)])
  return [fields, trimmed].some((signed) => isSameSecret(given, hashOf(signed, key)))
}

/** Trims the same white space as .NET. The lookbehind prevents a value with many spaces from taking seconds. */
function trim(value: string): string {
  return value.replace(/^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu, '')
}

/** Formats an amount in cents, such as 1999 as "19.99", without floating-point arithmetic. */
export function writeAmount(amountMinor: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0) throw new RangeError('An amount must be a whole number of cents')
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses an amount to cents. Returns undefined unless the text is digits with at most two decimals. Paynow also writes `5` and `9.5`. */
export function readAmount(text: string | undefined): number | undefined {
  const [, whole, decimals = ''] = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? []
  return whole === undefined ? undefined : Number(whole + decimals.padEnd(2, '0'))
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

/** Returns the payment state for a Paynow status; undefined for an undocumented status. */
export function paynowState(status: string): GatewayState | undefined {
  return STATES.get(status.toLowerCase())
}

/** Returns the trimmed fields of a payment request with their hash, in the order of Paynow's documentation. */
export function writeInitiation(payment: PaymentRequest, { id, key }: PaynowIntegration, resultUrl: string): PaynowField[] {
  const fields: PaynowField[] = [
    ['id', id],
    ['reference', payment.reference],
    ['amount', writeAmount(payment.amountMinor)],
    ['additionalinfo', payment.title.replace(/\s+/g, ' ')],
    ['returnurl', payment.returnUrl],
    ['resulturl', resultUrl],
    ['authemail', payment.email],
    // `merchanttrace` allows a lookup of the payment if the response is lost.
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

/** Returns Paynow's number of a payment, without thousands separators. */
export function gatewayReferenceOf(message: PaynowMessage): string | undefined {
  const number = message.get('paynowreference')?.replaceAll(',', '')
  return number && /^[A-Za-z0-9-]{1,32}$/.test(number) ? number : undefined
}

/**
 * Returns whether a message has no payment number of Paynow. In a message with unknown fields, one of them may be the number, because the
 * hash doesn't cover field names; the function then returns false.
 */
export function lacksReference({ fields, get }: PaynowMessage): boolean {
  return !get('paynowreference') && fields.every(([name]) => STORED_FIELDS.includes(name.toLowerCase()))
}

/** Statuses with which Paynow refuses a new payment. Only `Error` is documented; the others, such as `Invalid Id.`, are from its own SDKs. */
const REFUSAL = /^(error|failed|cancelled|invalid\b.*)$/i

/** Returns Paynow's reason for refusing a new payment; undefined when the payment was not refused. */
export function refusalOf(message: PaynowMessage): string | undefined {
  const status = message.get('status')
  if (!status || !REFUSAL.test(status)) return undefined
  const isReason = /^invalid/i.test(status)
  return shorten(message.get('error') ?? (isReason ? status : '')) || 'Paynow refused the payment'
}

/**
 * Returns whether a refusal may mean that an earlier request with the same reference was accepted. The error texts are undocumented, so the
 * function searches for words that suggest a duplicate.
 */
export function mayExistAlready(reason: string): boolean {
  return /duplicate|already|exist/i.test(reason)
}

/** Shortens a text from Paynow to one line without keys and hashes, for display to buyers and for logs. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/[0-9A-Fa-f][0-9A-Fa-f-]{23,}/g, '…')
  return line.trim().slice(0, 200)
}
