import { type DeliveryFaults, NO_DELIVERY_FAULTS } from './message-courier.ts'

/** Everything that may go wrong with Paynow. A test or the control address switches it on and off. */
export type PaynowFaults = DeliveryFaults & {
  /** To every call: a page with status 200 as of an overloaded server, an HTTP error, no answer, or an unsigned error */
  answers: 'normal' | 'html' | 'http-error' | 'silence' | 'error'
  /** The next payment is taken on, and its answer never comes */
  loseNextAnswer: boolean
  /** Status=Ok&BrowserUrl=… */
  capitalised: boolean
  /** Fields that are documented nowhere */
  extraFields: boolean
  /** Fields that are left out, before the hash is made */
  missing: string[]
  wrongHash: boolean
  /** Signs with the key of the other currency */
  otherKey: boolean
  /** Poll addresses on this host */
  pollHost: string
  /** Says this instead of the status */
  status: string
  /** Says this instead of the amount */
  amount: string
}

export const NO_PAYNOW_FAULTS: PaynowFaults = {
  ...NO_DELIVERY_FAULTS,
  answers: 'normal',
  loseNextAnswer: false,
  capitalised: false,
  extraFields: false,
  missing: [],
  wrongHash: false,
  otherKey: false,
  pollHost: '',
  status: '',
  amount: '',
}
