import { PaymentRefusedError, type PaymentRequest } from '#server/platform/gateways/gateway.ts'
import type { PaynowIntegration } from '#server/platform/gateways/gateway-settings.ts'
import { localPhone } from '#server/platform/gateways/local-phone.ts'
import { type PaynowField, type PaynowMessage, withHash, writeAmount } from './paynow-message.ts'

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
    fields.map(([name, value]) => [name, value.trim()]),
    key,
  )
}

/** Paynow's number, without the comma that groups its thousands. */
export function gatewayReferenceOf(message: PaynowMessage): string | undefined {
  const number = message.get('paynowreference')?.replaceAll(',', '')
  return number && /^[A-Za-z0-9-]{1,32}$/.test(number) ? number : undefined
}

/**
 * Whether an error may mean that an earlier request with the same reference was accepted. The errors are not documented one by one,
 * so this looks for words that suggest it.
 */
export function mayExistAlready(reason: string): boolean {
  return /duplicate|already|exist/i.test(reason)
}

/** Paynow's reason, safe to show to the buyer: short, one line, without anything like a key or a hash. */
export function refusal(reason: string | undefined): PaymentRefusedError {
  const text = (reason ?? '').replace(/\s+/g, ' ').replace(/[0-9A-Fa-f][0-9A-Fa-f-]{23,}/g, '…')
  return new PaymentRefusedError(text.trim().slice(0, 200) || 'Paynow refused the payment')
}
