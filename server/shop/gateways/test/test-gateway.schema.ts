import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PaymentMethod } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { TestGatewayState } from '#contracts/shop/test-gateway.ts'

/** Payments of the test gateway, which a real gateway would store in its own database. Only the test gateway reads the table. */
export const testGatewayPayments = pgTable('sandbox_payments', {
  reference: text().primaryKey(),
  title: text().notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  currency: text().$type<Currency>().notNull(),
  method: text().$type<PaymentMethod>().notNull(),
  state: text().$type<TestGatewayState>().notNull(),
  /** Scheduled next state, due at `stateAt`; both columns are null or both are set */
  nextState: text('next_state').$type<TestGatewayState>(),
  stateAt: timestamp('state_at', { withTimezone: true }),
  returnUrl: text('return_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
