import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PaymentMethod } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'
import type { SandboxState } from '#contracts/sandbox.ts'

/** What the sandbox would store if it were an outside service. Only the sandbox itself reads it. */
export const sandboxPayments = pgTable('sandbox_payments', {
  reference: text().primaryKey(),
  title: text().notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  currency: text().$type<Currency>().notNull(),
  method: text().$type<PaymentMethod>().notNull(),
  state: text().$type<SandboxState>().notNull(),
  /** The state that it changes to at `stateAt`; both or neither */
  nextState: text('next_state').$type<SandboxState>(),
  stateAt: timestamp('state_at', { withTimezone: true }),
  returnUrl: text('return_url').notNull(),
  cancelUrl: text('cancel_url').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
