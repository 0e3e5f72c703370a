import type { PaymentOption } from '#contracts/shop/order.ts'
import { type GatewayName, type PaymentMethod, PHONE_METHODS } from '#contracts/shop/payment.ts'

type Wording = { name: string; about: string }

const PROMPT = 'You get a prompt on your phone and confirm with your PIN.'
const TRIAL = 'No real money.'
const TRIAL_PROMPT = `${TRIAL} A simulated phone responds to the prompt; yours receives nothing.`

const WAYS: Record<GatewayName, Partial<Record<PaymentMethod, Wording>>> = {
  paynow: {
    web: { name: 'Paynow', about: 'Cards, EcoCash, OneMoney or InnBucks, on Paynow’s own page.' },
    ecocash: { name: 'EcoCash', about: PROMPT },
    onemoney: { name: 'OneMoney', about: PROMPT },
  },
  stripe: { web: { name: 'Card', about: 'Visa, Mastercard and others, worldwide, on Stripe’s own page.' } },
  sandbox: {
    web: { name: 'Test payment', about: `${TRIAL} A page where you can try every outcome.` },
    ecocash: { name: 'EcoCash test', about: TRIAL_PROMPT },
    onemoney: { name: 'OneMoney test', about: TRIAL_PROMPT },
  },
}

const GATEWAYS: Record<GatewayName, string> = { paynow: 'Paynow', stripe: 'Stripe', sandbox: 'the test gateway' }

export function describePaymentOption({ gateway, method, trial }: PaymentOption): Wording {
  const wording = WAYS[gateway][method] ?? { name: `${GATEWAYS[gateway]}: ${method}`, about: '' }
  return trial && gateway !== 'sandbox' ? { name: `${wording.name} (test mode)`, about: `${TRIAL} ${wording.about}` } : wording
}

/** Returns a gateway's name for use within a sentence. */
export function gatewayName(gateway: GatewayName): string {
  return GATEWAYS[gateway]
}

/** Returns the value of a payment option in a form control. */
export function paymentOptionValue({ gateway, method }: PaymentOption): string {
  return `${gateway} ${method}`
}

export function asksPhone({ method }: { method: PaymentMethod }): boolean {
  return PHONE_METHODS.includes(method)
}
