import type { PaymentMethod } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'
import type { Gateway } from './gateway.ts'

/** The ways in which a gateway takes an amount; none when it takes no such currency, or nothing so small. */
export function methodsFor(
  { methods, leastMinor }: Gateway,
  { currency, amountMinor }: { currency: Currency; amountMinor: number },
): readonly PaymentMethod[] {
  return amountMinor < (leastMinor?.[currency] ?? 0) ? [] : (methods[currency] ?? [])
}

/** Why an amount can't be paid anywhere, if so. */
export function refusalOf(gateways: Gateway[], amount: { currency: Currency; amountMinor: number }): 'no_gateway' | 'too_small' | null {
  if (gateways.some((gateway) => methodsFor(gateway, amount).length > 0)) return null
  return gateways.some(({ methods }) => methods[amount.currency]?.length) ? 'too_small' : 'no_gateway'
}
