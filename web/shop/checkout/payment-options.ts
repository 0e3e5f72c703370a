import { GATEWAYS, type GatewayName } from '#contracts/shop/gateways.ts'
import type { PaymentOption } from '#contracts/shop/order.ts'
import { type PaymentMethod, PHONE_METHODS } from '#contracts/shop/payment.ts'

export function describePaymentOption({ gateway, method, trial }: PaymentOption): { name: string; about: string } {
  const { label, methods, simulated } = GATEWAYS[gateway]
  const wording = methods[method] ?? { name: `${label}: ${method}`, about: '' }
  return trial && !simulated ? { name: `${wording.name} (test mode)`, about: `No real money. ${wording.about}` } : wording
}

/** Returns a gateway's name for use within a sentence. */
export function gatewayName(gateway: GatewayName): string {
  return GATEWAYS[gateway].label
}

/** Returns the value of a payment option in a form control. */
export function paymentOptionValue({ gateway, method }: PaymentOption): string {
  return `${gateway} ${method}`
}

export function asksPhone({ method }: { method: PaymentMethod }): boolean {
  return PHONE_METHODS.includes(method)
}
