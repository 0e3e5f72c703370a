import { type DeliveryFaults, NO_DELIVERY_FAULTS } from './notification-sender.ts'

/** Faults of Stripe that a test or the control URL switches on and off. */
export type StripeFaults = DeliveryFaults & {
  /** Response to every call: a normal response, invalid JSON, an HTTP error, no response, or the error for too many requests */
  answers: 'normal' | 'html' | 'api-error' | 'silence' | 'rate-limit'
  /** Whether the next session is created but gets no response */
  loseNextAnswer: boolean
  /** Whether the next session is created but the connection is closed without a response */
  breakNextAnswer: boolean
}

export const NO_STRIPE_FAULTS: StripeFaults = {
  ...NO_DELIVERY_FAULTS,
  answers: 'normal',
  loseNextAnswer: false,
  breakNextAnswer: false,
}
