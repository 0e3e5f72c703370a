import { type DeliveryFaults, NO_DELIVERY_FAULTS } from './notification-sender.ts'

/** The faults of Stripe, which a test or the control URL switches on and off. */
export type StripeFaults = DeliveryFaults & {
  /** The answer to every call: normal, no JSON, an HTTP error, none, or too many requests */
  answers: 'normal' | 'html' | 'api-error' | 'silence' | 'rate-limit'
  /** Makes the next session and never answers */
  loseNextAnswer: boolean
  /** Makes the next session and closes the connection before the answer */
  breakNextAnswer: boolean
}

export const NO_STRIPE_FAULTS: StripeFaults = {
  ...NO_DELIVERY_FAULTS,
  answers: 'normal',
  loseNextAnswer: false,
  breakNextAnswer: false,
}
