import type { NextActionRequest } from '#contracts/shop/access.ts'
import type { PaymentForm } from '#contracts/shop/order.ts'

/** Task during which an instance is killed. */
export type CrashTask =
  | { do: 'pay'; request: NextActionRequest; form: PaymentForm }
  | { do: 'receive_notification'; message: string }
  | { do: 'reconcile' }
  | { do: 'send_receipts' }

/** Point of the kill. Steps count from 1: each call of the database or the gateway, each change of a file. */
export type KillPoint = { step: number; moment: 'before' | 'after' }
