import type { PaymentMethod } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { Gateway } from './gateway.ts'

/** Lists the methods by which a gateway accepts an amount; empty if the currency is not accepted or the amount is too small. */
export function methodsFor(
  { methods, leastMinor }: Gateway,
  { currency, amountMinor }: { currency: Currency; amountMinor: number },
): readonly PaymentMethod[] {
  return amountMinor < (leastMinor?.[currency] ?? 0) ? [] : (methods[currency] ?? [])
}

/** Returns the reason why no gateway accepts an amount, or null if a gateway accepts the amount. */
export function refusalOf(gateways: Gateway[], amount: { currency: Currency; amountMinor: number }): 'no_gateway' | 'too_small' | null {
  if (gateways.some((gateway) => methodsFor(gateway, amount).length > 0)) return null
  return gateways.some(({ methods }) => methods[amount.currency]?.length) ? 'too_small' : 'no_gateway'
}
