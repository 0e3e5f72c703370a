import type { PaymentForm } from '#contracts/shop/order.ts'
import type { Transact, Transaction } from '#server/platform/database/database.ts'
import type { FindProduct } from '#server/platform/product-directory.ts'
import type { AttemptRow, AttemptStore } from './attempts.store.ts'
import type { MoneyStore } from './money-movements.store.ts'
import type { OrderRow, OrderStore } from './orders.store.ts'
import type { PaymentStates } from './payment-states.ts'
import type { RefundsDueStore } from './refunds-due.store.ts'

/** Notifies the operators of a problem. Details contain no secrets. */
export type Alert = (details: Record<string, unknown>, text: string) => void

/** Dependencies shared by checkout, payments and admin. */
export type OrderDeps = {
  orders: OrderStore
  attempts: AttemptStore
  money: MoneyStore
  dues: RefundsDueStore
  paymentStates: PaymentStates
  findProduct: FindProduct
  transact: Transact
  alert: Alert
  now: () => Date
}

/** Rate-limit guard: counts a new payment in the transaction that stores it. @throws ProblemError 429 when a rate limit is exceeded */
export type Admit = (transaction: Transaction) => Promise<void>

/** Payment operations that checkout and admin use. */
export type Payments = {
  pay: (order: OrderRow, form: PaymentForm, urls: { returnUrl: string; cancelUrl: string }, admit?: Admit) => Promise<void>
  cancel: (order: OrderRow) => Promise<void>
  check: (attemptId: string) => Promise<void>
  giveUp: (attempt: AttemptRow) => Promise<void>
}
