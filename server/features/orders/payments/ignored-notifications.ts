import type { Currency } from '#contracts/price.ts'
import type { Notification } from '#server/platform/gateways/gateway.ts'

export type WhyIgnored =
  | 'it is about an unknown payment'
  | 'it was signed with the key of another currency'
  | 'it speaks of another amount'
  | 'it came before'

/** Why nothing follows from a verified message about a payment, whatever it says; undefined when the payment is to be read. */
export function whyIgnored(
  attempt: { amountMinor: number; currency: Currency },
  { currency, amountMinor }: Notification,
): WhyIgnored | undefined {
  if (currency !== undefined && currency !== attempt.currency) return 'it was signed with the key of another currency'
  // It may hold a digit of the field before. Should it be true, that is found when the payment is read in its turn.
  if (amountMinor !== undefined && amountMinor !== attempt.amountMinor) return 'it speaks of another amount'
  return undefined
}
