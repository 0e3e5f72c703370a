import { type DeliveryFaults, NO_DELIVERY_FAULTS } from './notification-sender.ts'

/** Faults of Paynow that a test or the control URL switches on and off. */
export type PaynowFaults = DeliveryFaults & {
  /**
   * Behavior where Paynow's documentation, SDKs and messages differ. `lenient` accepts more phone numbers and methods, writes errors in
   * lower case and amounts without trailing zeros, and omits `paynowreference`. `strict` accepts only documented fields and absolute URLs.
   */
  manner: 'documented' | 'lenient' | 'strict'
  /**
   * Response to every call: a normal response, the HTML page of an overloaded server with status 200, an HTTP error, no response, or an
   * unsigned error
   */
  answers: 'normal' | 'html' | 'http-error' | 'silence' | 'error'
  /** Whether the next payment is accepted but gets no response */
  loseNextAnswer: boolean
  /** Whether field names are capitalized: Status=Ok&BrowserUrl=… */
  capitalised: boolean
  /** Whether messages contain undocumented fields */
  extraFields: boolean
  /** Whether a field with spaces around its value is added, and whether the hash covers the trimmed or the raw value */
  padded: 'no' | 'trimmed in the hash' | 'raw in the hash'
  /** Text appended to every message */
  ending: string
  /** Fields of an unsigned response that rejects every new payment; empty for normal responses */
  refusal: [key: string, value: string][]
  /** Fields that are missing from messages and from the hash */
  missing: string[]
  wrongHash: boolean
  /** Whether messages are signed with the key of the wrong currency */
  otherKey: boolean
  /** Host of the poll URLs */
  pollHost: string
  /** Status reported instead of the real status */
  status: string
  /** Amount reported instead of the real amount */
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
