import type { NextActionRequest } from '#contracts/access.ts'
import type { PaymentForm } from '#contracts/order.ts'

/** What an app does when it dies over it. */
export type Errand =
  | { do: 'pay'; request: NextActionRequest; form: PaymentForm }
  | { do: 'hear'; message: string }
  | { do: 'reconcile' }
  | { do: 'send receipts' }

/** Steps are counted from 1: each talk with the database or the gateway, each change of a file. */
export type Death = { step: number; moment: 'before' | 'after' }
