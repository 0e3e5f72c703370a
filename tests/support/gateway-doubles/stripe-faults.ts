import { type DeliveryFaults, NO_DELIVERY_FAULTS } from './message-courier.ts'

/** Everything that may go wrong with Stripe. A test or the control address switches it on and off. */
export type StripeFaults = DeliveryFaults & {
  /** To every call: no JSON, an HTTP error of theirs, no answer, or too many requests */
  answers: 'normal' | 'html' | 'api-error' | 'silence' | 'rate-limit'
  /** The next session is made, and its answer never comes */
  loseNextAnswer: boolean
  /** The next session is made, and the connection breaks off before the answer */
  breakNextAnswer: boolean
}

export const NO_STRIPE_FAULTS: StripeFaults = {
  ...NO_DELIVERY_FAULTS,
  answers: 'normal',
  loseNextAnswer: false,
  breakNextAnswer: false,
}
