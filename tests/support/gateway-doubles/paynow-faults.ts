import { type DeliveryFaults, NO_DELIVERY_FAULTS } from './notification-sender.ts'

/** Faults of Paynow that a test or the control URL switches on and off. */
export type PaynowFaults = DeliveryFaults & {
  /**
   * Behavior where Paynow's documentation, SDKs and messages differ. `lenient` accepts more phone numbers and methods, writes errors in small
   * letters and amounts without zeros, and leaves out its own number. `strict` accepts only documented fields and absolute URLs.
   */
  manner: 'documented' | 'lenient' | 'strict'
  /** Response to every call: normal, the HTML page of an overloaded server with status 200, an HTTP error, none, or an unsigned error */
  answers: 'normal' | 'html' | 'http-error' | 'silence' | 'error'
  /** Accepts the next payment and never responds */
  loseNextAnswer: boolean
  /** Status=Ok&BrowserUrl=… */
  capitalised: boolean
  /** Adds undocumented fields */
  extraFields: boolean
  /** Adds a field with spaces around its value, trimmed or untrimmed in the hash */
  padded: 'no' | 'trimmed in the hash' | 'raw in the hash'
  /** Text appended to every message */
  ending: string
  /** Rejects every new payment with these fields, unsigned */
  refusal: [key: string, value: string][]
  /** Leaves fields out before hashing */
  missing: string[]
  wrongHash: boolean
  /** Signs with the key of the other currency */
  otherKey: boolean
  /** Uses this host in poll URLs */
  pollHost: string
  /** Replaces the status */
  status: string
  /** Replaces the amount */
  amount: string
}

export const NO_PAYNOW_FAULTS: PaynowFaults = {
  ...NO_DELIVERY_FAULTS,
  manner: 'documented',
  answers: 'normal',
  loseNextAnswer: false,
  capitalised: false,
  extraFields: false,
  padded: 'no',
  ending: '',
  refusal: [],
  missing: [],
  wrongHash: false,
  otherKey: false,
  pollHost: '',
  status: '',
  amount: '',
}
