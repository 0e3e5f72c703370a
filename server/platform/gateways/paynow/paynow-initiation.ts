import { PaymentRefusedError, type PaymentRequest } from '#server/platform/gateways/gateway.ts'
import type { PaynowIntegration } from '#server/platform/gateways/gateway-settings.ts'
import { localPhone } from '#server/platform/gateways/local-phone.ts'
import { writeAmount } from './paynow-amount.ts'
import { withHash } from './paynow-hash.ts'
import type { PaynowField, PaynowMessage } from './paynow-message.ts'

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
    // By this, the payment is found again when the answer is lost.
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
    fields.map(([name, value]) => [name, value.trim()]),
    key,
  )
}

/** Their number without the comma that groups its thousands. */
export function gatewayReferenceOf(message: PaynowMessage): string | undefined {
  const number = message.get('paynowreference')?.replaceAll(',', '')
  return number && /^[A-Za-z0-9-]{1,32}$/.test(number) ? number : undefined
}

/**
 * Whether an error leaves open that the payment was taken on, by an earlier request with the same reference.
 * Their errors are not documented one by one; these words would say so.
 */
export function mayExistAlready(reason: string): boolean {
  return /duplicate|already|exist/i.test(reason)
}

/** Paynow's reason as a buyer may see it: short, one line, without anything that looks like a key or a hash. */
export function refusal(reason: string | undefined): PaymentRefusedError {
  const words = (reason ?? '').replace(/\s+/g, ' ').replace(/[0-9A-Fa-f][0-9A-Fa-f-]{23,}/g, '…')
  return new PaymentRefusedError(words.trim().slice(0, 200) || 'Paynow refused the payment')
}
