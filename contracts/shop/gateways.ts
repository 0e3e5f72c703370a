import type { PaymentMethod } from './payment.ts'

export type GatewayRow = {
  /** Name for use within a sentence */
  label: string
  icon: 'wallet' | 'card' | 'flask'
  /** Means of payment, for administrators and policies; empty if simulated */
  accepts: string
  /** Set if the gateway only simulates payments, and never moves money */
  simulated?: true
  /** Payment methods with the texts of their cards at checkout */
  methods: Partial<Record<PaymentMethod, { name: string; about: string }>>
}

const PROMPT = 'You get a prompt on your phone and confirm with your PIN.'
const SIMULATED_PROMPT = 'No real money. A simulated phone responds to the prompt; yours receives nothing.'

const ROWS = {
  paynow: {
    label: 'Paynow',
    icon: 'wallet',
    accepts: 'EcoCash, OneMoney, InnBucks and cards',
    methods: {
      web: { name: 'Paynow', about: 'Cards, EcoCash, OneMoney or InnBucks, on Paynow’s own page.' },
      ecocash: { name: 'EcoCash', about: PROMPT },
      onemoney: { name: 'OneMoney', about: PROMPT },
    },
  },
  stripe: {
    label: 'Stripe',
    icon: 'card',
    accepts: 'cards',
    methods: { web: { name: 'Card', about: 'Visa, Mastercard and others, worldwide, on Stripe’s own page.' } },
  },
  test: {
    label: 'the test gateway',
    icon: 'flask',
    accepts: '',
    simulated: true,
    methods: {
      web: { name: 'Test payment', about: 'No real money. A page where you can try every outcome.' },
      ecocash: { name: 'EcoCash test', about: SIMULATED_PROMPT },
      onemoney: { name: 'OneMoney test', about: SIMULATED_PROMPT },
    },
  },
} as const satisfies Record<string, GatewayRow>

export type GatewayName = keyof typeof ROWS
export const GATEWAY_NAMES = Object.keys(ROWS) as GatewayName[]
/** Payment gateways, in display order. Everything that depends on a gateway, except its protocol, is in its row. */
export const GATEWAYS: Record<GatewayName, GatewayRow> = ROWS

/** Channels of payments. `manual` is a payment in person that an administrator records. */
export const PAYMENT_CHANNELS = [...GATEWAY_NAMES, 'manual'] as const
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number]

export function isManual(channel: PaymentChannel): channel is 'manual' {
  return channel === 'manual'
}
